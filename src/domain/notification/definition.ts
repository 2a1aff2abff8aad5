import type { EventName } from '#domain/audit-log/events.ts'
import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'

/** Groups of notification types, in screen order. */
export const mailGroups = [
  { key: 'documentation', label: 'Documentación' },
  { key: 'reports', label: 'Informes y calificaciones' },
  { key: 'incidents', label: 'Incidencias' },
  { key: 'centre', label: 'Avisos del CCI' },
] as const
export type MailGroup = (typeof mailGroups)[number]['key']

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

/** A message and its recipients; `onceKey` if the passing of time causes it. */
export type Message = { to: Recipient[]; message: string; onceKey?: string }

/** Everything that the portal knows of one type of notification. */
export type NotificationDefinition = {
  /** Text of the MOTIVO column. */
  reason: string
  /** The events that cause it, with recipients and text (D51). */
  on: { readonly [E in EventName]?: (facts: EventPayload) => Message | Message[] }
  /** What its link needs to know of the event. */
  about: (facts: EventPayload) => NotificationInfo
  /** The events that leave nothing to do about it, for CCI or for the participant that they concern (D64). */
  settled: { for: 'centre' | 'participant'; by: readonly EventName[] } | null
  mailGroup: MailGroup
  /** Label of its mail preference for each role that can receive it (D51). */
  mail: { readonly [R in Role]?: string }
  /** Path of the page that it links to, or null when it has none (NOTIF-09 to NOTIF-22, D36). */
  target: (info: NotificationInfo, role: Role) => string | null
  /** Icon in the bell. */
  icon: NotificationIcon
  /** State whose mark it carries on the start page. */
  mark: 'QUALIFIED' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'LAPSED' | 'OPEN' | 'CLOSED'
}
export type NotificationDefinitions = Record<string, NotificationDefinition>

/** Icon by subject; the browser draws each (`src/web/notification/noticeIcons.ts`). */
export type NotificationIcon =
  | 'calendar-x'
  | 'file'
  | 'file-alert'
  | 'file-check'
  | 'file-plus'
  | 'file-x'
  | 'mail-x'
  | 'message'
  | 'rosette'
  | 'scale'
  | 'speaker'
  | 'user-check'
