import type { InvitableKind } from '#domain/identity/roles.ts'

/** Every type of notification (section 4, D51). */
export const notificationTypes = [
  'DOC_PENDING',
  'DOC_ACCEPTED',
  'DOC_REJECTED',
  'DOC_LAPSED',
  'DOC_REQUIRED',
  'DOC_AUDIT_REPORT_PENDING',
  'DOC_AUDIT_REPORT_REJECTED',
  'SCORE_LOADED',
  'SCORE_LAPSED',
  'SCORE_NOTICE_LAPSED',
  'AUDIT_EXPIRED',
  'AUDIT_CHOSEN',
  'ISSUE_CREATED',
  'ISSUE_OPEN',
  'ISSUE_MODIFIED',
  'FILE_DAMAGED',
  'MAIL_UNDELIVERED',
  'PROPOSAL_PENDING',
  'NOTICE',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Texts of the MOTIVO column. */
export const notificationReasons: Record<NotificationType, string> = {
  DOC_PENDING: 'Documentación por verificar',
  DOC_ACCEPTED: 'Documentación aceptada',
  DOC_REJECTED: 'Documentación rechazada',
  DOC_LAPSED: 'Documentación caducada',
  DOC_REQUIRED: 'Documento nuevo requerido',
  DOC_AUDIT_REPORT_PENDING: 'Informe de auditoría por verificar',
  DOC_AUDIT_REPORT_REJECTED: 'Informe de auditoría rechazado',
  SCORE_LOADED: 'Calificación publicada',
  SCORE_LAPSED: 'Calificación caducada',
  SCORE_NOTICE_LAPSED: 'Calificación próxima a caducar',
  AUDIT_EXPIRED: 'Acreditación de evaluador caducada',
  AUDIT_CHOSEN: 'Elegido como evaluador',
  ISSUE_CREATED: 'Incidencia creada',
  ISSUE_OPEN: 'Incidencia abierta',
  ISSUE_MODIFIED: 'Incidencia modificada',
  FILE_DAMAGED: 'Archivo dañado',
  MAIL_UNDELIVERED: 'Correo sin entregar',
  PROPOSAL_PENDING: 'Propuesta por confirmar',
  NOTICE: 'Aviso del CCI',
}

/** Link target of a notification (NOTIF-03). */
export type NotificationInfo = {
  idGenericEntity?: string
  validationId?: string
  idProvider?: string
  idIssue?: string
  /** Kind of the participant to find in its list. */
  kind?: InvitableKind
  name?: string
  /** E-mail of the invitation to find in the list of invitations. */
  email?: string
}

/**
 * Recipient: one participant, CCI, the entities that marked a provider, or all participants of a kind that sent their
 * documentation.
 */
export type Recipient = { participant: string } | 'centre' | { fansOf: string } | { documentedAs: InvitableKind }

export type Notice = {
  to: Recipient
  type: NotificationType
  message: string
  info: NotificationInfo
  onceKey?: string
}
