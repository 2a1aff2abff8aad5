import { msg, t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { stillInForce } from '#domain/report-request/renewal/renewal.ts'
import type { RejectedDocument, Step } from '#domain/start/next-steps.ts'
import { addDays, formatDay, madridDay } from '#domain/values/day.ts'
import { withStop } from '#domain/values/text.ts'
import { paths } from '#web/app/paths.ts'
import { dueWords } from '#web/start/queue/dueWords.ts'

export type StepWords = {
  /** What kind of thing it is. */
  kind: string
  title: string
  text: string
  action: { label: string; href: string } | null
}

const dayOf = (instant: string | null) => (instant ? t` el ${formatDay(madridDay(instant))}` : '')

function rejections(documents: readonly RejectedDocument[]): string {
  return documents
    .map(
      ({ name, reason, decidedAt }) =>
        t`El CCI rechazó «${name}»${dayOf(decidedAt)}${reason ? t`: «${reason.replace(/\.$/, '')}»` : ''}.`,
    )
    .join(' ')
}

const documentation = { label: msg('Ir a mi documentación'), href: paths.ownDocumentation() }

const document = msg('Documentación')
const request = msg('Informe')
const kinds: Readonly<Record<Exclude<Step['kind'], 'due'>, string>> = {
  correctDocumentation: document,
  sendDocumentation: document,
  assignedDocument: document,
  uploadDocument: document,
  replaceDocument: document,
  documentEnding: document,
  waitForDocumentation: document,
  correctRequest: request,
  renewRequest: request,
  renewEarly: request,
  requestEnding: request,
  firstRequest: request,
  waitForRequest: request,
  accreditationEnded: msg('Acreditación'),
  accreditationEnding: msg('Acreditación'),
  nothing: '',
}

/** The text and link of a step. */
export function stepWords(step: Step): StepWords {
  if (step.kind === 'due') return dueWords(step.due)
  const kind = kinds[step.kind]
  return { kind: kind && t(kind), ...wordsOf(step) }
}

function wordsOf(step: Exclude<Step, { kind: 'due' }>): Omit<StepWords, 'kind'> {
  switch (step.kind) {
    case 'correctDocumentation': {
      const [first] = step.documents
      const one = step.documents.length === 1 && first
      return {
        title: one ? t`Corrija «${first.name}»` : t`Corrija ${step.documents.length} documentos`,
        text: t`${rejections(step.documents)} Suba otro archivo y el CCI volverá a verificarlo.`,
        action: { ...documentation, label: t('Corregir la documentación') },
      }
    }
    case 'replaceDocument':
      return {
        title: t`Renueve «${step.name}»`,
        text: t`Caducó el ${formatDay(step.expiredAt)}. Suba el documento vigente para que el CCI lo verifique.`,
        action: documentation,
      }
    case 'sendDocumentation':
      return {
        title: t('Complete y envíe su documentación'),
        text: t('Es un borrador: el CCI no la ve hasta que la envíe.'),
        action: { label: t('Completar y enviar'), href: paths.mandatoryData() },
      }
    case 'assignedDocument':
    case 'uploadDocument':
      return missingWords(step)
    case 'correctRequest': {
      const [first] = step.documents
      const what = step.documents.length === 1 && first ? t`«${first.name}»` : t('el informe')
      return {
        title: t`Corrija ${what} de «${step.service}»`,
        text: [rejections(step.documents), step.blocked && sentence(step.blocked)].filter(Boolean).join(' '),
        action: step.blocked
          ? { label: t('Nueva solicitud'), href: paths.sendReport() }
          : { label: t('Corregir y enviar'), href: paths.sendReport(step.validationId) },
      }
    }
    case 'renewRequest':
      return {
        title: t`Renueve «${step.service}»`,
        text: [
          t`Su calificación caducó el ${formatDay(step.expiredAt)}. Envíe el informe nuevo de ${withStop(step.evaluator)}`,
          step.blocked && sentence(step.blocked),
        ]
          .filter(Boolean)
          .join(' '),
        action: step.blocked
          ? { label: t('Nueva solicitud'), href: paths.sendReport() }
          : { label: t('Renovar'), href: paths.sendReport(step.validationId) },
      }
    case 'accreditationEnded':
      return {
        title: t('Su acreditación no está vigente'),
        text: t`${step.expiredAt ? t`Terminó el ${formatDay(step.expiredAt)}. ` : ''}Ningún proveedor puede elegirle hasta que el CCI la renueve: actualice su documentación.`,
        action: documentation,
      }
    case 'accreditationEnding':
      return {
        title: t('Prepare la renovación de su acreditación'),
        text: t`Termina el ${formatDay(step.expiredAt)}. El CCI la renueva con su documentación al día.`,
        action: documentation,
      }
    case 'documentEnding':
      return {
        title: t`Prepare «${step.name}»`,
        text: t`Caduca el ${formatDay(step.expiredAt)}. Puede subir ya el siguiente; el actual vale hasta que el CCI acepte el nuevo.`,
        action: documentation,
      }
    case 'renewEarly':
    case 'requestEnding':
      return endingWords(step)
    case 'firstRequest':
      return {
        title: t('Envíe su primer informe de auditoría'),
        text: t(
          'Su documentación está aceptada. Elija un servicio y un evaluador y envíe el informe para que el CCI lo califique.',
        ),
        action: { label: t('Nueva solicitud'), href: paths.sendReport() },
      }
    case 'waitForDocumentation':
      return {
        title: t('El CCI está verificando su documentación'),
        text: t`La envió${dayOf(step.sentAt)}. No tiene que hacer nada: le avisaremos en cuanto haya un resultado.`,
        action: { label: t('Ver mi documentación'), href: paths.ownDocumentation() },
      }
    case 'waitForRequest':
      return {
        title: t`El CCI está verificando «${step.service}»`,
        text: t`Recibió el informe${dayOf(step.sentAt)}. No tiene que hacer nada: le avisaremos en cuanto haya un resultado.`,
        action: null,
      }
    case 'nothing':
      return {
        title: t('Está todo al día'),
        text: t('No tiene nada pendiente. Le avisaremos cuando algo vaya a caducar.'),
        action: null,
      }
  }
}

/** A document that CCI waits for, perhaps from the reader alone. */
function missingWords({
  kind,
  name,
}: Extract<Step, { kind: 'assignedDocument' | 'uploadDocument' }>): Omit<StepWords, 'kind'> {
  if (kind === 'assignedDocument') {
    return {
      title: t`Ocúpese de «${name}»`,
      text: t('Una persona de su organización se lo ha asignado.'),
      action: documentation,
    }
  }
  return {
    title: t`Suba «${name}»`,
    text: t('El CCI pide este documento y todavía no lo tiene.'),
    action: documentation,
  }
}

/** A rating that lapses soon: its renewal can be sent, or prepared. */
function endingWords(step: Extract<Step, { kind: 'renewEarly' | 'requestEnding' }>): Omit<StepWords, 'kind'> {
  const { service, evaluator, expiredAt, validationId } = step
  if (step.kind === 'renewEarly') {
    return {
      title: t`Renueve «${service}»`,
      text: t`${t(stillInForce(expiredAt))}. Envíe el informe nuevo de ${evaluator} o de otro evaluador.`,
      action: { label: t('Renovar ahora'), href: paths.renewReport(validationId) },
    }
  }
  return {
    title: t`Prepare la renovación de «${service}»`,
    text: t`La calificación caduca el ${formatDay(expiredAt)}. Encargue ya el informe a ${evaluator}: podrá enviarlo desde el ${formatDay(addDays(expiredAt, 1))}.`,
    action: null,
  }
}
