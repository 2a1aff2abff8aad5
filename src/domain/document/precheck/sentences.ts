import type { Check, CheckCode, CheckDetail, Unread } from '#domain/document/precheck/precheck.ts'
import { texts } from '#domain/language/texts.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/** The name of each check on the screen. */
export const checkLabels: Readonly<Record<CheckCode, string>> = texts({
  COMPANY: 'Empresa',
  DATES: 'Caducidad',
  DUPLICATE: 'Archivo repetido',
  SIGNATURE: 'Firma electrónica',
  TEXT: 'Texto',
  REPORT: 'Evaluador y servicio',
})

/** Where else the same file is. Whose another's is, only CCI reads (DESK-12). */
export type Duplicate = {
  rejected: { on: Day; document: string; reason: string }[]
  /** Other documents of the participant that have this file. */
  slots: string[]
  others: { participant: string; document: string }[]
}

export const hasDuplicate = ({ rejected, slots, others }: Duplicate): boolean =>
  rejected.length + slots.length + others.length > 0

export function duplicateText({ rejected, slots, others }: Duplicate): string {
  const [[last], [other]] = [rejected, others]
  return [
    ...(last ? [t`Es el mismo archivo que se rechazó el ${formatDay(last.on)}: «${last.reason}».`] : []),
    ...(slots.length > 0 ? [t`Es el mismo archivo que el de ${quoted(slots)}.`] : []),
    ...(other
      ? [ended(t`Es el mismo archivo que «${other.document}» de ${others.map(each => each.participant).join(', ')}`)]
      : []),
  ].join(' ')
}

/** One full stop, also after an abbreviation such as 'S.L.'. */
const ended = (text: string) => text.replace(/\.?$/, '.')
const quoted = (names: readonly string[]) => names.map(name => t`«${name}»`).join(', ')

const unread: Readonly<Record<Unread, string>> = texts({
  limits: 'El archivo es demasiado grande o complejo para comprobarlo.',
  failed: 'No se ha podido leer el archivo.',
  locked: 'Pide una contraseña para abrirse: no se ha podido comprobar nada.',
  kind: 'De esta clase de archivo no se lee el texto.',
})

const NOT_VERIFIED = msg('El portal no comprueba si una firma es válida.')

/** A check as a sentence; `typed` is the expiry that CCI wrote for the document. */
export function checkText(check: Check, today: Day, typed: Day | null = null): string {
  const { code, outcome, detail } = check
  if (detail.unread) return unread[detail.unread]
  if (detail.noText) return t('Sin texto no se puede comprobar.')
  switch (code) {
    case 'COMPANY':
      return companyText(detail)
    case 'DATES':
      return datesText(check, today, typed)
    case 'SIGNATURE':
      return outcome === 'UNKNOWN' ? t('Está cifrado o dañado: no se sabe si lleva firmas.') : signatureText(detail)
    case 'REPORT':
      return reportText(detail)
    case 'TEXT':
      return textText(detail)
    case 'DUPLICATE':
      return ''
  }
}

function companyText({ cif, name, others = [] }: CheckDetail): string {
  if (cif) return t`Figura el CIF ${cif}.`
  if (name) return t`Figura el nombre «${name}».`
  const found = others.length === 0 ? '' : others.length === 1 ? t(' Figura el CIF ') : t(' Figuran los CIF ')
  return t`No figura ni el CIF ni el nombre de la empresa.${found}${others.join(', ')}${found && '.'}`
}

function datesText({ outcome, detail, page }: Check, today: Day, typed: Day | null): string {
  const { dates = [] } = detail
  const shown = dates.find(each => each.page === page && (each.day === typed || each.day >= today)) ?? dates[0]
  if (outcome === 'UNKNOWN' || !shown) return t('No se reconoce una fecha de caducidad.')
  if (outcome === 'OK') return t`Figura «${shown.words}».`
  if (typed !== null && !dates.some(({ day }) => day === typed)) {
    return t`La fecha escrita, ${formatDay(typed)}, no es la que figura: «${shown.words}».`
  }
  return t`La fecha ya ha pasado: «${shown.words}».`
}

function signatureText({ signers = [], addedAfter, asked }: CheckDetail): string {
  if (signers.length === 0) {
    return asked
      ? t('Se pide firmado y no lleva ninguna firma electrónica. Puede estarlo a mano.')
      : t('No lleva firmas electrónicas, y no se piden.')
  }
  const named = signers.filter(signer => signer !== null)
  const many = signers.length === 1 ? t('Lleva una firma electrónica') : t`Lleva ${signers.length} firmas electrónicas`
  const who = named.length > 0 ? t`, según el archivo de ${named.join(', ')}` : ''
  const after = addedAfter ? t(' Después de la última se añadió algo al archivo.') : ''
  return `${ended(many + who)}${after} ${t(NOT_VERIFIED)}`
}

function reportText({ misses = [] }: CheckDetail): string {
  if (misses.length === 0) return t('Nombra al evaluador y el servicio de la solicitud.')
  if (misses.length === 2) return t('No nombra ni al evaluador ni el servicio de la solicitud.')
  return misses[0] === 'evaluator'
    ? t('No nombra al evaluador de la solicitud.')
    : t('No nombra el servicio de la solicitud.')
}

function textText({ pages = 0, written = 0 }: CheckDetail): string {
  if (written === 0) return t('Es una imagen escaneada: no se ha podido comprobar nada.')
  if (written === pages)
    return pages === 1 ? t('Tiene texto en su única página.') : t`Tiene texto en sus ${pages} páginas.`
  return t`Tiene texto en ${written} de sus ${pages} páginas.`
}
