import { deviceWords } from '#domain/identity/session/device-words.ts'
import { msg, t } from '#domain/language/translate.ts'
import { formatInstant } from '#domain/values/day.ts'
import type { Origin } from '#server/http/route.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inLanguage } from '#server/platform/language.ts'

/** `at`: the time of the event, where it is earlier than the notice. */
export type Detail = {
  at?: string
  origin?: Pick<Origin, 'address' | 'userAgent'>
  failures?: number
  what?: string
  /** The second factor in words, in the current language. */
  factor?: () => string
  left?: number
}

/** `isPrivate`: about what belongs to one bank alone, so CCI's copy of the bank leaves the mail out. */
type Notice = { subject: string; isPrivate?: true; text: (detail: Detail) => string }

/** The texts of account events for the account's owner. */
const notices = {
  'signed-in-from-new-device': {
    subject: msg('acceso desde un dispositivo nuevo'),
    text: () =>
      t(
        'Se ha entrado en su cuenta desde un dispositivo que no había usado antes, o no desde que cambió su contraseña.',
      ),
  },
  'signed-in-after-failures': {
    subject: msg('acceso después de varios intentos fallidos'),
    text: ({ failures }: Detail) => t`Se ha entrado en su cuenta después de ${failures} intentos fallidos.`,
  },
  'password-from-outside': {
    subject: msg('acceso desde una red no autorizada'),
    text: () =>
      t(
        'Alguien ha introducido su contraseña correcta desde una red que el CCI no ha autorizado. No ha entrado. Si no ha sido usted, conoce su contraseña: cámbiela.',
      ),
  },
  'password-changed': {
    subject: msg('su contraseña ha cambiado'),
    text: () => t('La contraseña de su cuenta ha cambiado y sus demás sesiones se han cerrado.'),
  },
  'password-reset': {
    subject: msg('su contraseña ha cambiado'),
    text: () =>
      t('La contraseña de su cuenta se ha cambiado con el enlace para recuperarla. Todas sus sesiones se han cerrado.'),
  },
  'address-moved': {
    subject: msg('su usuario tiene otro correo'),
    text: () =>
      t(
        'Quien gestiona los usuarios de su organización ha cambiado el correo de su usuario. Con esta dirección ya no se entra.',
      ),
  },
  'half-open': {
    subject: msg('acceso sin terminar'),
    text: () =>
      t(
        'Alguien ha introducido su contraseña correcta y no ha terminado la verificación en dos pasos. No ha entrado. Si no ha sido usted, conoce su contraseña: cámbiela.',
      ),
  },
  'half-open-by-provider': {
    subject: msg('acceso sin terminar'),
    text: () =>
      t(
        'Alguien se ha identificado como usted en su proveedor de identidad y no ha terminado la verificación en dos pasos. No ha entrado. Si no ha sido usted, tiene su cuenta de ese proveedor: avise a quien la administra.',
      ),
  },
  'second-step-blocked': {
    subject: msg('alguien conoce su contraseña'),
    text: () =>
      t(
        'Alguien ha introducido su contraseña correcta y ha fallado cinco veces la verificación en dos pasos. No ha entrado, pero conoce su contraseña: cámbiela.',
      ),
  },
  'second-step-blocked-by-provider': {
    subject: msg('alguien entra con su cuenta del proveedor de identidad'),
    text: () =>
      t(
        'Alguien se ha identificado como usted en su proveedor de identidad y ha fallado cinco veces la verificación en dos pasos. No ha entrado, pero tiene su cuenta de ese proveedor: avise a quien la administra.',
      ),
  },
  'identity-bound': {
    subject: msg('acceso con su proveedor de identidad'),
    text: () =>
      t(
        'Se ha entrado en su cuenta con su proveedor de identidad por primera vez, y desde ahora solo esa cuenta suya del proveedor entra en ella. Si no ha sido usted, avise al CCI.',
      ),
  },
  'factor-added': {
    subject: msg('nueva verificación en dos pasos'),
    text: ({ factor }: Detail) => t`Se ha añadido ${factor?.()} a la verificación en dos pasos de su cuenta.`,
  },
  'factor-removed': {
    subject: msg('se ha quitado una verificación en dos pasos'),
    text: ({ factor }: Detail) => t`Se ha quitado ${factor?.()} de la verificación en dos pasos de su cuenta.`,
  },
  'factors-removed-by-centre': {
    subject: msg('se ha quitado su verificación en dos pasos'),
    text: () =>
      t(
        'El CCI ha quitado la verificación en dos pasos de su cuenta y ha cerrado sus sesiones. Entrará solo con su contraseña hasta que la configure de nuevo en «Mi cuenta».',
      ),
  },
  'recovery-codes-made': {
    subject: msg('códigos de recuperación nuevos'),
    text: () => t('Se han generado códigos de recuperación nuevos para su cuenta. Los anteriores ya no valen.'),
  },
  'recovery-code-used': {
    subject: msg('acceso con un código de recuperación'),
    text: ({ left }: Detail) => t`Se ha entrado en su cuenta con un código de recuperación. Le quedan ${left}.`,
  },
  'api-key-made': {
    subject: msg('clave de API nueva'),
    text: ({ what }: Detail) =>
      t`Se ha creado la clave de API «${what}» de su entidad. Si no ha sido usted, avise al CCI.`,
  },
  'api-key-revoked': {
    subject: msg('clave de API revocada'),
    text: ({ what }: Detail) => t`Se ha revocado la clave de API «${what}» de su entidad. Ya no vale.`,
  },
  'webhook-registered': {
    subject: msg('webhook nuevo'),
    isPrivate: true,
    text: ({ what }: Detail) =>
      t`Se ha registrado un webhook de su entidad que envía a ${what}. Si no ha sido usted, avise al CCI.`,
  },
  'webhook-changed': {
    subject: msg('webhook cambiado'),
    isPrivate: true,
    text: ({ what }: Detail) => t`Se ha cambiado el webhook de su entidad que envía a ${what}.`,
  },
  'webhook-secret-renewed': {
    subject: msg('secreto de un webhook renovado'),
    isPrivate: true,
    text: ({ what }: Detail) =>
      t`Se ha dado un secreto nuevo al webhook de su entidad que envía a ${what}. El anterior vale 24 horas más.`,
  },
  'webhook-removed': {
    subject: msg('webhook quitado'),
    isPrivate: true,
    text: ({ what }: Detail) => t`Se ha quitado el webhook de su entidad que enviaba a ${what}.`,
  },
} satisfies Record<string, Notice>

export type AccountNotice = keyof typeof notices

/** The subjects of notices about what belongs to one bank alone (BASE-11). */
export const privateSubjects: readonly string[] = Object.values<Notice>(notices)
  .filter(notice => notice.isPrivate)
  .map(({ subject }) => subject)

/** Mails an account event to the account's owner, regardless of the owner's mail preferences. */
export function tellOwner(
  tx: Transaction,
  to: { email: string; name: string },
  notice: AccountNotice,
  detail: Detail = {},
): void {
  const { subject, text } = notices[notice]
  const message = () => {
    const where = detail.origin
      ? t` Dispositivo: ${deviceWords(detail.origin.userAgent)}. Dirección: ${detail.origin.address}.`
      : ''
    return t`${text(detail)}\n\nFecha: ${formatInstant(detail.at ?? tx.now)} (hora de Madrid).${where}`
  }
  tx.mail({
    to: to.email,
    template: 'account-notice',
    data: {
      name: to.name,
      reason: subject,
      message: inLanguage('es', message),
      english: inLanguage('en', message),
    },
  })
}
