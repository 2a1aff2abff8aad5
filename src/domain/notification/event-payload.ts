import type { FourEyesAct } from '#domain/identity/four-eyes/four-eyes.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { LettingIn, Trouble } from '#domain/notification/undelivered.ts'
import type { Day } from '#domain/values/day.ts'

/** Event data that the notification rules use. Names are for display, ids for links. */
export type EventPayload = {
  participantId?: string
  participantName?: string
  validationId?: string
  providerId?: string
  providerName?: string
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
  rating?: string
  expiresOn?: Day
  incidentId?: string
  incidentTitle?: string
  /** Previous title, when CCI renamed the incident. */
  incidentTitleBefore?: string
  issuerId?: string
  issuerName?: string
  /** Text from CCI to a participant (D22). */
  notice?: string
  /** Text to CCI from the author of the change (D22). */
  freeText?: string
  /** Identifies an announcement that the passing of time causes, so that it is made once (D5). */
  onceKey?: string
  /** Action that a CCI user proposes; a second CCI user must approve it before `until` (ISO 8601). */
  act?: FourEyesAct
  /** Proposed new name. */
  renamed?: string
  proposerId?: string
  proposerName?: string
  until?: string
  /** An undelivered mail: its address, user, template and trouble. */
  email?: string
  userId?: string
  template?: LettingIn
  trouble?: Trouble
}
