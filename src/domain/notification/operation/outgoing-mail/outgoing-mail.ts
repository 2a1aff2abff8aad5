import type { Reason } from '#domain/messages.ts'

/** What a mail is for. What it says is its reader's alone. */
export const mailKindLabels = {
  invitation: 'Invitación',
  'invitation-reminder': 'Recordatorio de la invitación',
  'user-created': 'Usuario nuevo',
  'password-ending': 'Contraseña que caduca',
  'password-reset': 'Recuperar contraseña',
  notification: 'Aviso',
  digest: 'Resumen de avisos',
  'account-notice': 'Aviso de seguridad de la cuenta',
} as const
export type MailKind = keyof typeof mailKindLabels
export const mailKinds = Object.keys(mailKindLabels) as [MailKind, ...MailKind[]]

export const mailStatuses = ['WAITING', 'SENDING', 'RETRYING', 'FAILED'] as const
export type MailStatus = (typeof mailStatuses)[number]
export const mailStatusLabels: Record<MailStatus, string> = {
  WAITING: 'En espera',
  SENDING: 'Enviándose',
  RETRYING: 'Se reintenta',
  FAILED: 'No entregado',
}

/** The status of a mail that was not sent yet. */
export function mailStatusOf(of: { attempts: number; givenUpAt: string | null; sending: boolean }): MailStatus {
  const { attempts, givenUpAt, sending } = of
  if (givenUpAt !== null) return 'FAILED'
  if (sending) return 'SENDING'
  return attempts > 0 ? 'RETRYING' : 'WAITING'
}

/**
 * Why a mail cannot be sent again, or null: it waits for its first try by itself, is being sent, has arrived, or its
 * password or link does not work any more.
 */
export function resendRefusal(of: { sent: boolean; status: MailStatus; dead: boolean }): Reason | null {
  if (of.sent) return 'mailSent'
  return UNDER_WAY[of.status] ?? (of.dead ? 'mailDead' : null)
}
const UNDER_WAY: Partial<Record<MailStatus, Reason>> = { WAITING: 'mailWaits', SENDING: 'mailBusy' }

/** The last error of a mail whose server ended while it sent it. */
export const LOST_TRY = 'El portal se paró mientras lo enviaba: puede haber llegado'

/** What the mail server said, by its words or codes, the first that fits. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/Su enlace ya no vale/, 'Su enlace ya no vale: la persona puede pedir otro en «Recuperar contraseña»'],
  [/puede haber llegado/, LOST_TRY],
  [/KeyMissing/, 'La clave con la que se hizo su contraseña no está en este servidor'],
  [/\bEAUTH\b|\b53[045]\b|authentication/i, 'El servidor de correo no acepta la cuenta del portal'],
  [/STARTTLS|certificate|TLS|SSL|\bCERT_/i, 'El servidor de correo no ofrece una conexión cifrada válida'],
  [
    /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ESOCKET|timeout|timed out|abort/i,
    'El servidor de correo del portal no contesta',
  ],
  [/\b[45]\.2\.2\b|\b552\b|quota|full|llen[oa]/i, 'El buzón del destinatario está lleno'],
  [/\b5\.7\.\d+\b|spam|blocked|blacklist|policy/i, 'El servidor del destinatario lo rechaza por sus normas'],
  [/\b5\.1\.\d+\b|\b55[01]\b/, 'El servidor del destinatario no conoce esa dirección'],
  [/^4\d\d\b/, 'El servidor del destinatario pide que se intente más tarde'],
  [/^5\d\d\b/, 'El servidor del destinatario lo rechaza'],
]

/** The last error of a mail in plain words; '' before the first. */
export function mailFaultText(lastError: string): string {
  if (lastError === '') return ''
  return FAULTS.find(([words]) => words.test(lastError))?.[1] ?? 'No se pudo entregar'
}
