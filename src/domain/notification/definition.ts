import { z } from 'zod'
import type { EventName } from '#domain/audit-log/events.ts'
import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'

/** Groups of notification types, in screen order. */
export const mailGroups = [
  {
    key: 'documentation',
    get label() {
      return t('Documentación')
    },
  },
  {
    key: 'reports',
    get label() {
      return t('Informes y calificaciones')
    },
  },
  {
    key: 'incidents',
    get label() {
      return t('Incidencias')
    },
  },
  {
    key: 'supervision',
    get label() {
      return t('Supervisión')
    },
  },
  {
    key: 'centre',
    get label() {
      return t('Avisos del CCI')
    },
  },
] as const
export type MailGroup = (typeof mailGroups)[number]['key']
export const mailGroupKeys = mailGroups.map(({ key }) => key)

/** Link target of a notification, as stored and as read (NOTIF-03). */
export const notificationInfo = z.object({
  idGenericEntity: z.string().optional(),
  validationId: z.string().optional(),
  /** The document whose expiry it warns of. */
  documentId: z.string().optional(),
  assessmentId: z.string().optional(),
  idProvider: z.string().optional(),
  idIssue: z.string().optional(),
  /** The bulletin that it is about. */
  idBulletin: z.string().optional(),
  /** The use of a service that it is about. */
  idUse: z.string().optional(),
  /** The service of the provider whose chain it is about. */
  idService: z.string().optional(),
  idFinding: z.string().optional(),
  idClarification: z.string().optional(),
  /** The reliance file that it is about. */
  idReliance: z.string().optional(),
  idWebhook: z.string().optional(),
  /** The contract of a bank's register that it is about. */
  idArrangement: z.string().optional(),
  /** The address of a list with its filters. */
  list: z.string().optional(),
  /** Kind of the participant to find in its list. */
  kind: z.enum(invitableKinds).optional(),
  name: z.string().optional(),
  /** E-mail of the invitation to find in the list of invitations. */
  email: z.string().optional(),
  /** A page without an object of its own. */
  place: z.enum(['centre-rules', 'independence', 'operation', 'register-data']).optional(),
})
export type NotificationInfo = z.output<typeof notificationInfo>

/**
 * Recipient: one participant, one user of it, CCI, the entities that marked a provider (with `usingService` also those that use this
 * service of it, or any), the banks told of a bulletin, or all participants of a kind that sent their documentation.
 */
export type Recipient =
  | { participant: string }
  | { user: string }
  | 'centre'
  | { fansOf: string; usingService?: string | 'any' }
  | { toldOf: string }
  | { documentedAs: InvitableKind }

/** A rejected document and the reason, quoted in the mail to its owner. */
export type Rejection = { document: string; reason: string }

/**
 * A message and its recipients; `onceKey` if the passing of time causes it; `atOnce` if its mail leaves now, whatever its
 * readers prefer (ALERT-05).
 */
export type Message = {
  to: Recipient[]
  message: string
  onceKey?: string
  rejections?: readonly Rejection[]
  atOnce?: boolean
}

/** Everything that the portal knows of one type of notification. */
export type NotificationDefinition = {
  /** Text of the MOTIVO column. */
  reason: string
  /** The events that cause it, with recipients and text (D51). */
  on: { readonly [E in EventName]?: (facts: EventPayload) => Message | Message[] }
  /** What its link needs to know of the event. */
  about: (facts: EventPayload) => NotificationInfo
  /**
   * The events that leave nothing to do about it, for CCI, the participant that they concern or its evaluator (D64), or
   * for all who got it. For all, `what` is the part of its link that names the thing, or null when something is left to
   * do.
   */
  settled:
    | { for: 'centre' | 'participant' | 'evaluator'; by: readonly EventName[] }
    | { for: 'all'; by: readonly EventName[]; what: (facts: EventPayload) => NotificationInfo | null }
    | null
  /**
   * Warns of an expiry before it: a step of the ladder. The events that renew, replace or extend what expires make it
   * read for all who got it (RENEW-18); `what` is the part of its link that names the thing, or null when nothing was.
   * The steps of one day reach a user as one mail, which lists them by date (RENEW-19).
   */
  ladder?: { outlivedBy: readonly EventName[]; what: (facts: EventPayload) => NotificationInfo | null }
  mailGroup: MailGroup
  /** Label of its mail preference for each role that can receive it (D51). */
  mail: { readonly [R in Role]?: string }
  /** Path of the page that it links to, or null when it has none (NOTIF-09 to NOTIF-22, D36). */
  target: (info: NotificationInfo, role: Role) => string | null
  /** Path of the item itself, for the mail's button, where `target` leads to a list or nowhere for this role. */
  item?: (facts: EventPayload, role: Role) => string | null
  /** Label of the mail's button. */
  button: string
  /** Icon in the bell. */
  icon: NotificationIcon
  /** State whose mark it carries on the start page. */
  mark: 'QUALIFIED' | 'ACCEPTED' | 'PENDING' | 'REJECTED' | 'LAPSED' | 'OPEN' | 'CLOSED'
  /** It tells what belongs to its recipient alone: CCI's copies leave it out (BASE-11). */
  private?: true
  /** It reaches the principal user of its participant only. */
  principal?: true
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
