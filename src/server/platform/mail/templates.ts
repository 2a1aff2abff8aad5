import { RESET_CODE_MS } from '#domain/identity/session/reset.ts'
import { ONE_TIME_PASSWORD_DAYS } from '#domain/invitation/invitation.ts'
import { formatInstant } from '#domain/values/day.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import { after, DAY } from '#server/platform/clock.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'

/** The data of each template; secrets are derived from `nonce`. */
export type MailData = {
  invitation: { name: string; nonce: string; kindLabel: string }
  'invitation-reminder': { name: string; kindLabel: string }
  'user-created': { name: string; nonce: string }
  'password-ending': { name: string; endsAt: string; canBeSentAgain: boolean }
  'password-reset': { name: string; nonce: string }
  notification: { name: string; reason: string; message: string }
  'account-notice': { name: string; reason: string; message: string }
}

export type MailTemplate = keyof MailData

export type MailContext = {
  productName: string
  publicUrl: string
  secrets: Secrets
  recipient: string
  /** The time of the event that the mail reports; the mail may arrive days later. */
  writtenAt: string
}

export type MailText = { subject: string; text: string }

/** The key of the mail's secret is not loaded: a secret derived with another key would not work. */
export class KeyMissing extends Error {
  constructor() {
    super('La clave de su contraseña no está')
    this.name = 'KeyMissing'
  }
}

function secretOf(secrets: Secrets, purpose: 'one-time-password' | 'reset-code', nonce: string): string {
  if (!secrets.knows(nonce)) throw new KeyMissing()
  return secrets.derive(purpose, nonce)
}

const greeting = (name: string) => (name ? `Hola, ${name}:` : 'Hola:')

/** The expiry of a mailed one-time password, counted from the writing of its mail (D7). */
const temporaryUntil = (writtenAt: string) =>
  `La contraseña es temporal: sirve hasta que elija la suya, como mucho hasta el ${formatInstant(after(writtenAt, ONE_TIME_PASSWORD_DAYS * DAY))} (hora de Madrid).`

/** The plain text of each mail. Plain text has no markup to inject and reads the same in every client. */
const templates: { [T in MailTemplate]: (data: MailData[T], context: MailContext) => MailText } = {
  invitation: (data, { productName, publicUrl, secrets, recipient, writtenAt }) => ({
    subject: `Invitación a ${productName}`,
    text: `${greeting(data.name)}

El ${OPERATOR_NAME} le invita a ${productName}, el portal en el que se califican los proveedores de la banca, como ${data.kindLabel}.

Entre en:   ${publicUrl}/auth/sign-in
Usuario:    ${recipient}
Contraseña: ${secretOf(secrets, 'one-time-password', data.nonce)}

${temporaryUntil(writtenAt)} Al entrar elegirá la suya y completará los datos y la documentación de su organización. Puede dejarlo a medias y seguir otro día.

Si no esperaba esta invitación, no haga nada: sin entrar no se crea nada a su nombre.
`,
  }),
  'invitation-reminder': (data, { productName, publicUrl, recipient }) => ({
    subject: `Su invitación a ${productName} sigue abierta`,
    text: `${greeting(data.name)}

El ${OPERATOR_NAME} le recuerda su invitación a ${productName}, como ${data.kindLabel}. Le falta completar los datos y la documentación de su organización y enviarla.

Entre en:   ${publicUrl}/auth/sign-in
Usuario:    ${recipient}
Contraseña: la que usted eligió

Si no la recuerda, pulse «Recuperar contraseña» en la misma página.
`,
  }),
  'user-created': (data, { productName, publicUrl, secrets, recipient, writtenAt }) => ({
    subject: `Su usuario de ${productName}`,
    text: `${greeting(data.name)}

Se ha creado su usuario en ${productName}.

Entre en:   ${publicUrl}/auth/sign-in
Usuario:    ${recipient}
Contraseña: ${secretOf(secrets, 'one-time-password', data.nonce)}

${temporaryUntil(writtenAt)} Al entrar elegirá la suya.
`,
  }),
  'password-ending': (data, { productName, publicUrl, recipient }) => ({
    subject: `Su contraseña de ${productName} caduca pronto`,
    text: `${greeting(data.name)}

Aún no ha elegido su contraseña de ${productName}. La que le enviamos por correo sirve hasta el ${data.endsAt} (hora de Madrid).

Entre en:   ${publicUrl}/auth/sign-in
Usuario:    ${recipient}
Contraseña: la que le enviamos

Al entrar elegirá la suya. Después de ese día, ${data.canBeSentAgain ? `el ${OPERATOR_NAME} tendrá que enviarle de nuevo la invitación, o usted pedir` : 'tendrá que pedir'} otra contraseña con «Recuperar contraseña» en la misma página.

Este correo se envía siempre: trata del acceso a su cuenta.
`,
  }),
  'password-reset': (data, { productName, publicUrl, secrets, writtenAt }) => ({
    subject: `Recuperar su contraseña de ${productName}`,
    text: `${greeting(data.name)}

Alguien ha pedido recuperar la contraseña de este correo en ${productName}. Para elegir una nueva, abra este enlace antes del ${formatInstant(after(writtenAt, RESET_CODE_MS))} (hora de Madrid):

${publicUrl}/auth/reset-password?code=${secretOf(secrets, 'reset-code', data.nonce)}

El enlace sirve una sola vez. Si no lo ha pedido usted, no haga nada: su contraseña sigue siendo la misma.
`,
  }),
  notification: (data, { productName, publicUrl, writtenAt }) => ({
    subject: data.reason,
    text: `${greeting(data.name)}

${data.message}

Fecha: ${formatInstant(writtenAt)} (hora de Madrid).

Véalo en ${productName}: ${publicUrl}/notifications
`,
  }),
  'account-notice': (data, { productName, publicUrl }) => ({
    subject: `${productName}: ${data.reason}`,
    text: `${greeting(data.name)}

${data.message}

Si ha sido usted, no tiene que hacer nada. Si no, cambie ya su contraseña y cierre las demás sesiones en ${publicUrl}/security, o pida otra contraseña en ${publicUrl}/auth/sign-in, y avise al ${OPERATOR_NAME}.

Este correo se envía siempre: trata de la seguridad de su cuenta.
`,
  }),
}

/** The subject and text of a mail. */
export function mailText<T extends MailTemplate>(template: T, data: MailData[T], context: MailContext): MailText {
  return templates[template](data, context)
}
