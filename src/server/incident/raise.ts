import { sql } from 'kysely'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { IncidentDraft } from '#domain/incident/incident.ts'
import {
  choosesProvider,
  decideRaising,
  hearsOfIncidents,
  incidentErrors,
  incidentRefusal,
  isDocumented,
  normaliseIncident,
} from '#domain/incident/incident.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { GivenParticulars } from '#server/incident/particulars.ts'
import { noParticulars, particularColumns, particularsAfter } from '#server/incident/particulars.ts'
import { incidentEntries } from '#server/incident/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { first, prepared, statement } from '#server/platform/database/statement.ts'

/**
 * Locks the provider of an incident: visible to the actor and onboarded; a provider may only name itself (ROLE-29).
 * @returns its name
 */
async function lockProvider(db: Db, actor: Actor, id: string): Promise<string> {
  const query = db
    .selectFrom('participant as p')
    .select(['p.display_name', sql<boolean>`p.onboarded_at is not null`.as('onboarded')])
    .where('p.id', '=', id)
    .where('p.kind', '=', 'PROVIDER')
    .where('p.deleted_at', 'is', null)
    .where(canAccess(actor, seesParticipants(actor, 'PROVIDER')))
    .forUpdate()
  const provider = await first(prepared(db, query))
  if (!provider) throw new DomainError('notFound')
  if (!hearsOfIncidents(provider)) throw new DomainError('incidentProviderWaits')
  return provider.display_name
}

async function waitingOf(db: Db, { participantId }: Actor): Promise<number> {
  return onlyOf(await waitingBy(db, { participantId })).waiting
}

const waitingBy = statement((db, { participantId }: { participantId: string }) =>
  db
    .selectFrom('incident')
    .select(eb => eb.fn.countAll<number>().as('waiting'))
    .where('issuer_id', '=', participantId)
    .where('status', 'in', incidentMachine.sets.waiting)
    .compile(),
)

async function nameOf(db: Db, id: string): Promise<string> {
  return onlyOf(await nameBy(db, { id })).display_name
}

const nameBy = statement((db, { id }: { id: string }) =>
  db.selectFrom('participant').select('display_name').where('id', '=', id).compile(),
)

/**
 * Raises an incident about a provider: it waits for CCI. An incident that CCI raises is open at once, or waits for the
 * files that the catalogue requires (D30, D53).
 * @returns its id.
 * @throws DomainError notFound, incidentProviderWaits, incidentIncomplete, incidentProviderMissing, incidentsWaiting,
 * invalid
 */
export async function raise(tx: Transaction, actor: Actor, body: IncidentDraft & GivenParticulars): Promise<string> {
  const { db, now } = tx
  const own = choosesProvider(actor.role) ? '' : actor.participantId
  const draft = normaliseIncident({ ...body, providerId: body.providerId || own })
  const isOwn = draft.providerId === actor.participantId
  const [providerName, issuer, entries, waiting] = await Promise.all([
    draft.providerId === '' ? '' : lockProvider(db, actor, draft.providerId),
    isOwn ? null : nameOf(db, actor.participantId),
    incidentEntries(db),
    waitingOf(db, actor),
  ])
  const refusal = incidentRefusal(draft, actor.role)
  if (refusal) throw new DomainError(refusal, { fields: incidentErrors(draft) })
  const particulars = await particularsAfter(db, now, draft.providerId, noParticulars, body)
  const documented = isDocumented(entries, [])
  const decision = assertAllowed(decideRaising(actor.role, { documented, waiting }))
  const id = tx.newId()
  const insert = db.insertInto('incident').values({
    id,
    title: draft.title,
    detail: draft.detail,
    ...particularColumns(particulars),
    provider_id: draft.providerId,
    issuer_id: actor.participantId,
    raised_by: actor.userId,
    status: decision.to,
    created_at: now,
    updated_at: now,
  })
  unawaited(prepared(db, insert))
  tx.record({
    event: decision.event,
    object: { kind: 'incident', id },
    participantId: draft.providerId,
    facts: {
      incidentId: id,
      incidentTitle: draft.title,
      providerId: draft.providerId,
      providerName,
      issuerId: actor.participantId,
      issuerName: issuer ?? providerName,
    },
  })
  return id
}
