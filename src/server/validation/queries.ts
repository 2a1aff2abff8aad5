import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { AccessScope, Actor, InvitableKind } from '#domain/identity/roles.ts'
import { seesValidations } from '#domain/participant/visibility.ts'
import type { RequestType } from '#domain/report-request/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { byScope, isValidationSeen } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { evaluatorAccreditedUntil, evaluatorName } from '#server/validation/evaluator.ts'

/** The validations that an actor sees, each with its living participant; no deleted one (D44). */
export const seenValidations = (db: Db, actor: Actor) => validationsIn(db, seesValidations(actor), actor.participantId)

function validationsIn(db: Db, scope: AccessScope, me: string) {
  return db
    .selectFrom('validation as v')
    .innerJoin('participant as p', 'p.id', 'v.participant_id')
    .where('v.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where(isValidationSeen(scope, me))
}

/** The same with the names for display. */
export const visibleValidations = (db: Db, actor: Actor) => visibleIn(db, seesValidations(actor), actor.participantId)

/** The validations of a scope of `me`, with the names for display. */
export function visibleIn(db: Db, scope: AccessScope, me: string) {
  return validationsIn(db, scope, me)
    .leftJoin('service as s', 's.id', 'v.service_id')
    .leftJoin('participant as e', 'e.id', 'v.evaluator_id')
    .leftJoin('score as k', join => join.onRef('k.validation_id', '=', 'v.id').on('k.is_current', '=', true))
    .leftJoin('validation as rn', join =>
      join
        .onRef('rn.renews_id', '=', 'v.id')
        .on('rn.deleted_at', 'is', null)
        .on(hasStatus(sql`rn.status`, reportRequestMachine.sets.openRenewal)),
    )
}

/**
 * The optimistic lock of an edit or decision (decision 014): it grows with every change of the validation and of the
 * names of its service, participant and evaluator, which are fixed for a validation. It is a sum, so that a new name
 * writes none of the ten thousand requests that refer to it.
 */
const version = sql<number>`v.version + p.identity_version + coalesce(s.version - 1, 0) + coalesce(e.identity_version, 0)`

/** The columns of a `ValidationRow`. */
export const validationColumns = [
  'v.id',
  'v.participant_id',
  'v.kind',
  'v.status',
  'v.service_id',
  'v.evaluator_id',
  'v.concept',
  'v.report_date',
  'v.request_type',
  'v.created_at',
  'v.sent_at',
  'v.decided_at',
  version.as('version'),
  'p.kind as participant_kind',
  'p.display_name as participant_name',
  'p.cif as participant_cif',
  'p.accredited_until as participant_accredited_until',
  's.description as service',
  evaluatorName.as('evaluator_name'),
  'e.deleted_at as evaluator_deleted_at',
  'e.cif as evaluator_cif',
  evaluatorAccreditedUntil.as('evaluator_accredited_until'),
  'k.id as score_id',
  'k.rating',
  'k.expires_on as score_expires_on',
  'k.review_since',
  'v.renews_id',
  'v.superseded_by',
  'rn.id as renewal_id',
  'rn.status as renewal_status',
  'rn.sent_at as renewal_sent_at',
  // The expiry of the published request that this one renews.
  sql<string | null>`(select q.expires_on from score q where q.validation_id = v.renews_id and q.is_current)`.as(
    'renewed_expires_on',
  ),
] as const

const oneIn = byScope(scope =>
  statement((db, { me, id }: { me: string; id: string }) =>
    visibleIn(db, scope, me).select(validationColumns).where('v.id', '=', id).compile(),
  ),
)

/** Locks the participant before the validation, as all writers do. */
const lockIn = byScope(scope =>
  statement((db, { me, id }: { me: string; id: string }) =>
    validationsIn(db, scope, me).select('v.id').where('v.id', '=', id).forUpdate(['p', 'v']).compile(),
  ),
)

type Plain = Awaited<ReturnType<(typeof oneIn)['all']>>[number]

/** A validation with the names for display; its enum values are those of the table's check constraints. */
export type ValidationRow = DocumentationRow | RequestRow
export type RequestRow = Common & { kind: 'AUDIT_REPORT'; service_id: string; service: string; evaluator_id: string }
type DocumentationRow = Common & { kind: 'DOC_MIN'; service_id: null; service: null; evaluator_id: null }

type Common = Omit<
  Plain,
  'kind' | 'status' | 'request_type' | 'participant_kind' | 'renewal_status' | 'service_id' | 'service' | 'evaluator_id'
> & {
  status: 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'QUALIFIED' | null
  request_type: RequestType | null
  renewal_status: 'PENDING' | 'REJECTED' | null
  participant_kind: InvitableKind
}

/** A validation that is known to be a request. @throws Error otherwise */
export function knownRequest(row: ValidationRow): RequestRow {
  if (row.kind === 'DOC_MIN') throw new Error(`No request: ${row.id}`)
  return row
}

/**
 * One validation, if the actor may see it.
 * @throws DomainError notFound
 */
export async function visibleValidation(db: Db, actor: Actor, id: string): Promise<ValidationRow> {
  const [row] = await oneIn[seesValidations(actor)](db, { me: actor.participantId, id })
  if (!row) throw new DomainError('notFound')
  return row as ValidationRow
}

/**
 * The same, locked for a write: first the participant, then the validation. The lock also covers its documents,
 * versions and scores; all writers take it.
 * @throws DomainError notFound
 */
export async function lockedValidation(db: Db, actor: Actor, id: string): Promise<ValidationRow> {
  // What the actor may not see it may not lock either. The next statement reads what others wrote before the lock.
  const [, row] = await Promise.all([
    lockIn[seesValidations(actor)](db, { me: actor.participantId, id }),
    visibleValidation(db, actor, id),
  ])
  return row
}

/**
 * The same for a decision about a request: also locks its service and its evaluator against renaming and deletion.
 * @throws DomainError notFound
 */
export async function lockedForDecision(db: Db, actor: Actor, id: string): Promise<ValidationRow> {
  const { evaluator_id, service_id } = await lockedValidation(db, actor, id)
  await db.selectFrom('participant').select('id').where('id', '=', evaluator_id).forShare().execute()
  await db.selectFrom('service').select('id').where('id', '=', service_id).forShare().execute()
  return visibleValidation(db, actor, id)
}

/**
 * The participant's documentation, if the actor may see it.
 * @throws DomainError notFound
 */
export async function documentationOf(db: Db, actor: Actor, participantId: string): Promise<ValidationRow> {
  const row = await visibleValidations(db, actor)
    .select(validationColumns)
    .where('v.participant_id', '=', participantId)
    .where('v.kind', '=', 'DOC_MIN')
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return row as ValidationRow
}

const touch = statement((db, { id }: { id: string }) =>
  db
    .updateTable('validation')
    .set(eb => ({ version: eb('version', '+', sql.lit(1)) }))
    .where('id', '=', id)
    .compile(),
)

/** Increments the version alone. */
export const touchValidation = (db: Db, id: string): void => unawaited(touch(db, { id }))

/** Writes the changes of a transition and increments the version. */
export async function updateValidation(
  db: Db,
  id: string,
  change: {
    status?: string | null
    sent_at?: string | null
    decided_at?: string | null
    deleted_at?: string | null
    superseded_at?: string | null
    superseded_by?: string | null
    renews_id?: string | null
    concept?: string
    report_date?: string | null
    request_type?: string
  } = {},
): Promise<void> {
  if (Object.keys(change).length === 0) return touchValidation(db, id)
  await db
    .updateTable('validation')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
