import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AccessScope, Actor } from '#domain/identity/roles.ts'
import { incidentsSeen } from '#domain/participant/visibility.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { hasStatus } from '#server/platform/database/status.ts'

type Condition = RawBuilder<SqlBool>

/** Something for each scope of access, such as a prepared statement. */
export const byScope = <T>(make: (scope: AccessScope) => T): Record<AccessScope, T> => ({
  all: make('all'),
  own: make('own'),
  named: make('named'),
  published: make('published'),
})

/** The rules of src/domain/participant/visibility.ts as conditions on rows, deleted rows excluded. */
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
  /** The validation `v` of the participant `p`; its owner always sees it. */
  validation(me: string): Record<AccessScope, Condition> {
    const own = sql<SqlBool>`v.participant_id = ${me}`
    return {
      all: sql`(${own} or v.status is not null)`,
      own,
      // Banks read what is published: neither its open renewal nor what a renewal superseded.
      published: sql`(${own} or p.kind = 'PROVIDER' and p.onboarded_at is not null and v.renews_id is null
        and v.superseded_by is null and v.status is not null)`,
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

/** Whether the actor may access the participant `p`. `scope`: the value of `seesParticipants` for its kind. */
export function canAccess(actor: Actor, scope: AccessScope): Condition {
  return conditions.participant(actor.participantId)[scope]
}

/** Whether the participant `me` sees the validation `v` of the participant `p`. `scope`: of `seesValidations`. */
export function isValidationSeen(scope: AccessScope, me: string): Condition {
  return conditions.validation(me)[scope]
}

/** Whether the actor sees the incident `i`. */
export function isIncidentSeen(actor: Actor): Condition {
  return conditions.incident(actor.participantId)[incidentsSeen[actor.role]]
}
