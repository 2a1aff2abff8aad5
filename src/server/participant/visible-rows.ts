import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { incidentsSeen, seesValidations } from '#domain/participant/visibility.ts'
import type { AccessScope, Actor } from '#domain/roles.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { hasStatus } from '#server/platform/database/status.ts'

type Condition = RawBuilder<SqlBool>

/** What src/domain/participant/visibility.ts says of an actor, as conditions on rows; deleted ones are left out besides. */
const conditions = {
  /** The participant `p`. */
  participant: (me: string): Record<AccessScope, Condition> => ({
    all: sql`true`,
    own: sql`p.id = ${me}`,
    published: sql`p.onboarded_at is not null`,
    named: sql`exists (
        select from validation n
        where n.participant_id = p.id and n.evaluator_id = ${me} and n.kind = 'AUDIT_REPORT'
          and n.deleted_at is null)`,
  }),
  /** The validation `v` of the participant `p`; its owner sees it always. */
  validation(me: string): Record<AccessScope, Condition> {
    const own = sql<SqlBool>`v.participant_id = ${me}`
    return {
      all: sql`(${own} or v.status is not null)`,
      own,
      published: sql`(${own} or p.kind = 'PROVIDER' and p.onboarded_at is not null and v.status is not null)`,
      named: sql`(${own} or v.evaluator_id = ${me})`,
    }
  },
  /** The incident `i`. */
  incident(me: string): Record<(typeof incidentsSeen)[Actor['role']], Condition> {
    const raised = sql<SqlBool>`i.issuer_id = ${me}`
    const waiting = hasStatus(sql`i.status`, incidentMachine.sets.waiting)
    return {
      all: sql`true`,
      about: sql`(${raised} or i.provider_id = ${me} and not ${waiting})`,
      raised,
      none: sql`false`,
    }
  },
}

/** The participant `p` is one that the actor reaches. `scope`: as `seesParticipants` says of its kind. */
export function canAccess(actor: Actor, scope: AccessScope): Condition {
  return conditions.participant(actor.participantId)[scope]
}

/** The validation `v` of the participant `p` is one that the actor sees. */
export function isValidationSeen(actor: Actor): Condition {
  return conditions.validation(actor.participantId)[seesValidations(actor)]
}

/** The incident `i` is one that the actor sees. */
export function isIncidentSeen(actor: Actor): Condition {
  return conditions.incident(actor.participantId)[incidentsSeen[actor.role]]
}
