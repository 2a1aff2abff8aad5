import { sql } from 'kysely'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import type { changeUse as changeContract, declareUse as declareContract } from '#domain/supervision/use/contract.ts'
import { factsOfUse, type UseFields, useLabels } from '#domain/supervision/use/facts.ts'
import { requiredByPolicy, useDayErrors } from '#domain/supervision/use/use.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { noteSituations, useNoticeFacts } from '#server/supervision/use/note-situations.ts'
import { policyOf } from '#server/supervision/use/policy.ts'
import type { Use } from '#server/supervision/use/queries.ts'
import { knownUse, useOf } from '#server/supervision/use/queries.ts'

/** Whether the actor sees a provider. Its lock keeps its ratings as they are until the change is done. */
async function seesProvider(db: Db, actor: Actor, id: string): Promise<boolean> {
  if (!(await lockParticipant(db, id))) return false
  const { rows } = await sql`
    select from participant p
    where p.id = ${id} and p.kind = 'PROVIDER' and ${canAccess(actor, seesParticipants(actor, 'PROVIDER'))}`.execute(db)
  return rows.length > 0
}

async function isService(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('service')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** A use as it is now, its situation noted. */
async function noted(tx: Transaction, entityId: string, id: string, silently: boolean): Promise<Use> {
  const use = await knownUse(tx.db, entityId, id, tx.today)
  await noteSituations(tx, [use], { silently })
  return knownUse(tx.db, entityId, id, tx.today)
}

/** Whether an error says that the bank has a live use of the provider and service. */
const isTaken = (error: unknown) => (error as { constraint?: string }).constraint === 'service_use_live_once'

/**
 * Declares that the actor's bank uses a service; without a level it gets the policy's (LEVEL-01, LEVEL-04).
 * @throws DomainError notFound, invalid with fields, useExists
 */
export async function declareUse(tx: Transaction, actor: Actor, body: BodyOf<typeof declareContract>): Promise<Use> {
  const { providerId, serviceId, critical, note, since = null } = body
  if (!(await seesProvider(tx.db, actor, providerId)) || !(await isService(tx.db, serviceId))) {
    throw new DomainError('notFound')
  }
  refuseDays({ since, until: null }, tx)
  const policy = await policyOf(tx.db, actor.participantId)
  const id = tx.newId()
  await tx.db
    .insertInto('service_use')
    .values({
      id,
      entity_id: actor.participantId,
      provider_id: providerId,
      service_id: serviceId,
      critical,
      required_rating: body.requiredScore ?? requiredByPolicy(policy, critical),
      since,
      note,
      created_at: tx.now,
    })
    .execute()
    .catch(error => {
      throw isTaken(error) ? new DomainError('useExists') : error
    })
  tx.record({ event: 'use.declared', object: { kind: 'use', id }, participantId: actor.participantId })
  return noted(tx, actor.participantId, id, true)
}

/**
 * Locks a use of the actor's bank, after its provider.
 * @throws DomainError notFound
 */
export async function lockedUse(tx: Transaction, actor: Actor, id: string): Promise<Use> {
  const found = await useOf(tx.db, actor.participantId, id, tx.today)
  if (!found || !(await lockParticipant(tx.db, found.providerId))) throw new DomainError('notFound')
  await tx.db.selectFrom('service_use').select('id').where('id', '=', id).forUpdate().execute()
  return knownUse(tx.db, actor.participantId, id, tx.today)
}

/**
 * Changes a use of the actor's bank. `until` ends it, and null brings it back (LEVEL-03).
 * @throws DomainError notFound, changedMeanwhile, invalid with fields, useExists
 */
export async function changeUse(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...given }: BodyOf<typeof changeContract>,
): Promise<Use> {
  const use = await lockedUse(tx, actor, id)
  await refuseStale(tx.db, actor, version, {
    version: use.version,
    now: factsOfUse(use),
    yours: factsOfUse(given),
    labels: useLabels,
    object: { kind: 'use', id },
  })
  const wanted = { ...useFieldsOf(use), ...definedOf(given) }
  const changed = Object.keys(wanted).some(key => wanted[key as keyof UseFields] !== use[key as keyof UseFields])
  if (!changed) return use
  refuseDays(wanted, tx)
  await writeUse(tx.db, id, wanted).catch(error => {
    throw isTaken(error) ? new DomainError('useExists') : error
  })
  const ended = use.until === null && wanted.until !== null
  const reopened = use.until !== null && wanted.until === null
  tx.record({
    event: ended ? 'use.ended' : reopened ? 'use.reopened' : 'use.changed',
    object: { kind: 'use', id },
    participantId: actor.participantId,
    told: useNoticeFacts(use),
  })
  return noted(tx, actor.participantId, id, reopened)
}

export const useFieldsOf = ({ critical, requiredScore, since, until, note }: UseFields): UseFields => ({
  critical,
  requiredScore,
  since,
  until,
  note,
})

const definedOf = (given: { [K in keyof UseFields]?: UseFields[K] | undefined }): Partial<UseFields> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** @throws DomainError invalid with fields */
function refuseDays(days: Pick<UseFields, 'since' | 'until'>, { today }: Transaction): void {
  const fields = useDayErrors(days, today)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
}

async function writeUse(db: Db, id: string, fields: UseFields): Promise<void> {
  const { critical, requiredScore, since, until, note } = fields
  await db
    .updateTable('service_use')
    .set(eb => ({ critical, required_rating: requiredScore, since, until, note, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
