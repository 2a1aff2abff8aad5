import { OPERATOR_NAME } from '#domain/product.ts'
import type { Secrets } from '#server/secrets.ts'

export type MailTemplate =
  | 'invitation'
  | 'invitation-reminder'
  | 'user-created'
  | 'password-reset'
  | 'notification'
  | 'account-notice'

/** What a template is filled with; `nonce` is what a secret is derived from. */
export type MailData = { name?: string; nonce?: string; reason?: string; message?: string; kindLabel?: string }

export type MailContext = { productName: string; publicUrl: string; secrets: Secrets; recipient: string }

export type MailText = { subject: string; text: string }

const greeting = (name: string | undefined) => (name ? `Hola, ${name}:` : 'Hola:')

/** The plain text of each mail. Plain text has nothing to inject into, and is read the same everywhere. */
const templates: Record<MailTemplate, (data: MailData, context: MailContext) => MailText> = {
  invitation: (data, { productName, publicUrl, secrets, recipient }) => ({
    subject: `Invitación a ${productName}`,
    text: `${greeting(data.name)}

El ${OPERATOR_NAME} le invita a ${productName}, el portal en el que se califican los proveedores de la banca, como ${data.kindLabel}.

Entre en:   ${publicUrl}/auth/sign-in
Usuario:    ${recipient}
Contraseña: ${secrets.derive('one-time-password', data.nonce ?? '')}

La contraseña sirve una sola vez y caduca a los 14 días. Al entrar elegirá la suya y completará los datos y la documentación de su organización. Puede dejarlo a medias y seguir otro día.

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
  'user-created': (data, { productName, publicUrl, secrets, recipient }) => ({
    subject: `Su usuario de ${productName}`,
    text: `${greeting(data.name)}

Se ha creado su usuario en ${productName}.

Entre en:   ${publicUrl}/auth/sign-in
Usuario:    ${recipient}
Contraseña: ${secrets.derive('one-time-password', data.nonce ?? '')}

La contraseña sirve una sola vez y caduca a los 14 días. Al entrar elegirá la suya.
`,
  }),
  'password-reset': (data, { productName, publicUrl, secrets }) => ({
    subject: `Recuperar su contraseña de ${productName}`,
    text: `${greeting(data.name)}

Alguien ha pedido recuperar la contraseña de este correo en ${productName}. Para elegir una nueva, abra este enlace antes de 60 minutos:

${publicUrl}/auth/reset-password?code=${secrets.derive('reset-code', data.nonce ?? '')}

El enlace sirve una sola vez. Si no lo ha pedido usted, no haga nada: su contraseña sigue siendo la misma.
`,
  }),
  notification: (data, { productName, publicUrl }) => ({
    subject: `${data.reason}`,
    text: `${greeting(data.name)}

${data.message}

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
export function mailText(template: MailTemplate, data: MailData, context: MailContext): MailText {
  return templates[template](data, context)
}
