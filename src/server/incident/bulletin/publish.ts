import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { BulletinAudience } from '#domain/incident/bulletin/bulletin.ts'
import { bulletinTextErrors, decideBulletin, fewBanks, nextPhases } from '#domain/incident/bulletin/bulletin.ts'
import type {
  ProposalWire,
  proposeBulletin as proposeContract,
  publishBulletin as publishContract,
  readReach,
} from '#domain/incident/bulletin/contract.ts'
import { proposalLabels } from '#domain/incident/bulletin/facts.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { proposalOf } from '#server/incident/bulletin/queries.ts'
import { assertServicesOf, namedAmong, servicesNamed } from '#server/incident/particulars.ts'
import { lockedIncident, visibleIncident } from '#server/incident/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { fansOf, serviceUsers } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

const factsOf = ({ id, title, providerId, providerName, issuerId, status }: IncidentWire) => ({
  incidentId: id,
  incidentTitle: title,
  providerId,
  providerName,
  issuerId,
  /** Its provider does not know it yet, unless it raised it. */
  hidden: incidentMachine.is.waiting(status) && issuerId !== providerId,
})

/** @throws DomainError invalid */
function assertLongEnough(text: string): void {
  const fields = bulletinTextErrors(text)
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
}

type Aim = { incident: IncidentWire; services: readonly string[]; audience: BulletinAudience }

/**
 * The living banks that a bulletin tells: those with a live use of what it names, those that marked the provider if CCI
 * chooses so, and those that an earlier bulletin told, which would else not hear its correction (decision 037).
 */
async function affectedBy(db: Db, { incident: { id, providerId }, services, audience }: Aim): Promise<string[]> {
  const found = new Set<string>()
  for (const service of services.length === 0 ? [null] : services) {
    for (const row of await serviceUsers(db, providerId, service).select('p.id').execute()) found.add(row.id)
  }
  if (audience === 'FOLLOWERS') {
    for (const row of await fansOf(db, providerId).select('p.id').execute()) found.add(row.id)
  }
  const { rows } = await sql<{ id: string }>`
    select distinct t.entity_id as id from bulletin_sent t join bulletin b on b.id = t.bulletin_id
      join participant p on p.id = t.entity_id and p.deleted_at is null
    where b.incident_id = ${id}`.execute(db)
  for (const row of rows) found.add(row.id)
  return [...found].toSorted()
}

/** How many banks a bulletin would tell, as CCI reads it (EXP-06). @throws DomainError notFound */
export async function reachOf(
  db: Db,
  actor: Actor,
  incidentId: string,
  { services, audience }: QueryOf<typeof readReach>,
): Promise<{ told: string }> {
  const incident = await visibleIncident(db, actor, incidentId)
  return { told: fewBanks((await affectedBy(db, { incident, services, audience })).length) }
}

/**
 * Publishes a bulletin about an open incident, or the first about one that waits, and tells the banks that it affects (AFFECT-03, AFFECT-05). It takes the
 * place of the provider's proposal, whose text it may use or change.
 * @returns its id
 * @throws DomainError notFound, bulletinNotOpen, bulletinOrder, invalid
 */
export async function publishBulletin(
  tx: Transaction,
  actor: Actor,
  incidentId: string,
  { phase, severity, text, services: given, audience }: BodyOf<typeof publishContract>,
): Promise<string> {
  const { db, now } = tx
  const incident = await lockedIncident(db, actor, incidentId)
  const decision = assertAllowed(decideBulletin(incident.bulletinPhase ?? null, phase, incident.status, actor.role))
  assertLongEnough(text)
  const standing = incident.services.map(({ id }) => id)
  const services = given === undefined ? standing : [...new Set(given)]
  await assertServicesOf(db, incident.providerId, services, standing)
  const proposal = await db
    .deleteFrom('bulletin_proposal')
    .where('incident_id', '=', incidentId)
    .returning('proposed_by')
    .executeTakeFirst()
  const id = tx.newId()
  const { number } = await db
    .insertInto('bulletin')
    .values(eb => ({
      id,
      incident_id: incidentId,
      provider_id: incident.providerId,
      number: eb
        .selectFrom('bulletin as b')
        .select(sql<number>`coalesce(max(b.number), 0) + 1`.as('next'))
        .where('b.incident_id', '=', incidentId),
      phase: decision.to,
      severity,
      text,
      services: [...services],
      audience,
      started_at: incident.startedAt,
      detected_at: incident.detectedAt,
      ended_at: incident.endedAt,
      proposed_by: proposal?.proposed_by ?? null,
      published_by: actor.userId,
      published_at: now,
    }))
    .returning('number')
    .executeTakeFirstOrThrow()
  const entities = await affectedBy(db, { incident, services, audience })
  if (entities.length > 0) {
    await db
      .insertInto('bulletin_sent')
      .values(entities.map(entity => ({ bulletin_id: id, entity_id: entity })))
      .execute()
  }
  const names = namedAmong(await servicesNamed(db, services), services).map(({ name }) => name)
  tx.record({
    event: decision.event,
    object: { kind: 'bulletin', id },
    participantId: incident.providerId,
    facts: { ...factsOf(incident), phase, severity },
    told: { bulletinId: id, services: names },
    data: { number, audience, services },
  })
  return id
}

/**
 * The provider proposes the text of the next bulletin about itself, in place of one that still waits (AFFECT-07).
 * @throws DomainError notFound, bulletinNotOpen, bulletinOrder, invalid, changedMeanwhile
 */
export async function proposeBulletin(
  tx: Transaction,
  actor: Actor,
  incidentId: string,
  { text, version }: BodyOf<typeof proposeContract>,
): Promise<ProposalWire> {
  const { db, now } = tx
  const incident = await lockedIncident(db, actor, incidentId)
  // Who raised it about another provider reads it, but has nothing to propose.
  if (incident.providerId !== actor.participantId) throw new DomainError('notFound')
  if (!incidentMachine.is.open(incident.status)) throw new DomainError('bulletinNotOpen')
  if (nextPhases(incident.bulletinPhase ?? null, incident.status).length === 0) throw new DomainError('bulletinOrder')
  assertLongEnough(text)
  const standing = await proposalOf(db, actor, incidentId)
  await refuseStale(db, actor, version, {
    version: standing?.version ?? 0,
    now: standing ? { text: standing.text } : {},
    yours: { text },
    labels: proposalLabels,
    object: { kind: 'bulletin-proposal', id: incidentId },
  })
  if (standing?.text === text) return standing
  const values = { text, proposed_by: actor.userId, proposed_at: now }
  await db
    .insertInto('bulletin_proposal')
    .values({ incident_id: incidentId, ...values })
    .onConflict(conflict =>
      conflict
        .column('incident_id')
        .doUpdateSet(eb => ({ ...values, version: eb('bulletin_proposal.version', '+', 1) })),
    )
    .execute()
  tx.record({
    event: 'bulletin.proposed',
    object: { kind: 'bulletin-proposal', id: incidentId },
    participantId: incident.providerId,
    facts: factsOf(incident),
  })
  return (await proposalOf(db, actor, incidentId))!
}
