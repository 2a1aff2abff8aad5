import type { FourEyesAct } from '#domain/identity/four-eyes/four-eyes.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { Severity } from '#domain/incident/particulars.ts'
import type { Rejection } from '#domain/notification/definition.ts'
import type { Audience } from '#domain/notification/ladder.ts'
import type { LettingIn, Trouble } from '#domain/notification/undelivered.ts'
import type { BulletinPhase } from '#domain/states/bulletin.ts'
import type { Day } from '#domain/values/day.ts'

/** Event data that the notification rules use. Names are for display, ids for links. */
export type EventPayload = {
  participantId?: string
  participantName?: string
  validationId?: string
  /** The published request that a renewal renews. */
  renewsId?: string
  assessmentId?: string
  providerId?: string
  providerName?: string
  serviceId?: string
  documentId?: string
  evaluatorId?: string
  evaluatorName?: string
  serviceName?: string
  documentName?: string
  /** The document is optional: decisions about it leave the documentation unchanged (D10). */
  isOptional?: boolean
  documents?: string[]
  /** Kind of participant of the catalogue or the proposal. */
  kind?: InvitableKind
  reason?: string
  /** The rejected documents, with the reasons. */
  rejections?: readonly Rejection[]
  rating?: string
  expiresOn?: Day
  /** The day on which a task of CCI was due, and the user of CCI who has it. */
  dueOn?: Day
  assigneeId?: string
  /** The rating before this one; absent where there was none. */
  ratingBefore?: string
  /** The fields of a participant's profile that changed, and its name before. */
  changed?: readonly string[]
  nameBefore?: string
  /** A contract of a bank's register. */
  arrangementId?: string
  reference?: string
  /** The use of a service by a bank, and what it lacks, in words. */
  useId?: string
  gap?: string
  /** A thread by its subject, and its parties. */
  clarificationId?: string
  /** How an appeal was decided. */
  outcome?: 'UPHELD' | 'DISMISSED'
  subject?: string
  asker?: 'CCI' | 'PROVIDER' | 'AUDIT'
  asked?: 'CCI' | 'PROVIDER' | 'AUDIT'
  /** A finding by its control or title, and by what banks may read of it; absent where they may not read of it at all. */
  findingId?: string
  finding?: string
  findingShown?: string
  /** How many were raised at once, and how many of the request have no plan yet. */
  count?: number
  unplanned?: number
  /** A reliance file, and why it has to be reviewed, in words. */
  relianceId?: string
  causes?: string
  /** The level that the use requires. */
  required?: string
  /** The days from which changes of a chain hold. */
  holdsFrom?: Day[]
  /** The step of the ladder, in days before the expiry, and its audience; absent: all. */
  step?: number
  audience?: Audience
  /** The evaluator must declare its independence for the request. */
  declares?: boolean
  /** A correction gave the score a later expiry. */
  extended?: boolean
  /** A saved search, its user, and the address of its list. */
  viewName?: string
  searcherId?: string
  list?: string
  keyName?: string
  /** A webhook, its host, and whether its receiver said that it is gone. */
  webhookId?: string
  host?: string
  gone?: boolean
  /** A background job and why it failed, in words. */
  job?: string
  fault?: string
  incidentId?: string
  incidentTitle?: string
  /** Previous title, when CCI renamed the incident. */
  incidentTitleBefore?: string
  /** A bulletin about an incident: its phase and severity, and the services that it names. */
  bulletinId?: string
  phase?: BulletinPhase
  severity?: Severity
  services?: string[]
  /** What the extraordinary review of a rating came to. */
  reviewOutcome?: string
  issuerId?: string
  /** An incident that its provider does not know yet. */
  hidden?: boolean
  issuerName?: string
  /** Text from CCI to a participant (D22). */
  notice?: string
  /** Text to CCI from the author of the change (D22). */
  freeText?: string
  /** Identifies an announcement that the passing of time causes, so that it is made once (D5). */
  onceKey?: string
  /** Action that a CCI user proposes; a second CCI user must approve it before `until` (ISO 8601). */
  act?: FourEyesAct
  /** The names of the centre's rules that the proposal turns off. */
  rules?: string[]
  /** Proposed new name. */
  renamed?: string
  proposerId?: string
  proposerName?: string
  until?: string
  /** The user who is given a document of its organisation. */
  colleagueId?: string
  /** The provider that a bank asks CCI to invite, by name. */
  askedFor?: string
  /** CCI does it to a user of a bank, `email`; `held`: the user waits for the confirmation of its principal user. */
  byCentre?: boolean
  held?: boolean
  /** The day on which a new principal user has access. */
  opensOn?: Day
  /** An undelivered mail: its address, user, template and trouble. */
  email?: string
  userId?: string
  template?: LettingIn
  trouble?: Trouble
}
