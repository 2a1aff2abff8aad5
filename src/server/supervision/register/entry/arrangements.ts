import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, BodyOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'
import type { LinkInput } from '#domain/supervision/register/entry/chain.ts'
import { chainText } from '#domain/supervision/register/entry/chain.ts'
import type {
  ArrangementWire,
  addArrangement as addContract,
  changeArrangement as changeContract,
  listArrangements,
} from '#domain/supervision/register/entry/contract.ts'
import type { ArrangementValues } from '#domain/supervision/register/entry/fields.ts'
import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import type { ContractKind, ThirdPartyValues } from '#domain/supervision/register/entry/third-party.ts'
import { contractKindLabels, thirdPartyFields } from '#domain/supervision/register/entry/third-party.ts'
import { GONE_PROVIDER } from '#domain/supervision/register/facts.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf, storedFieldsOf } from '#server/record/stored.ts'
import {
  dropCompanies,
  isSameChain,
  linkWireOf,
  outsideOf,
  ownLinksWhere,
  saveChain,
} from '#server/supervision/register/entry/chain.ts'
import { contractColumnsOf, contractFields } from '#server/supervision/register/entry/contract-columns.ts'
import { invalid, lockRegister } from '#server/supervision/register/entry/lock.ts'
import { pageInOrder } from '#server/supervision/register/entry/page.ts'
import type { Party } from '#server/supervision/register/entry/party.ts'
import { dropUnnamed, foundOrRefused, partyOf } from '#server/supervision/register/entry/party.ts'
import { dropKept } from '#server/supervision/register/kept.ts'

type Row = Omit<ArrangementWire, 'company' | 'parent' | 'chain' | 'provider' | keyof ThirdPartyValues> & {
  companyId: string | null
  providerName: string | null
  outsourcing: object
}

/**
 * The contracts `a` of a bank for which a condition holds. A provider keeps the name that the bank knows (REG-10); one that was
 * deleted before names were kept has none.
 */
export async function arrangementsWhere(
  db: Db,
  entityId: string,
  condition: RawBuilder<SqlBool> = sql`true`,
): Promise<ArrangementWire[]> {
  const { rows } = await sql<Row>`
    select a.id, a.kind, a.outsourcing, ${storedFieldsOf('a', arrangementFields)}, a.version, a.overarching_id as "overarchingId",
      coalesce(m.reference, '') as overarching, a.provider_id as "providerId", a.company_id as "companyId",
      coalesce(k.facts ->> 'name', case when p.deleted_at is null then p.display_name end) as "providerName",
      (select count(*)::int from arrangement_line l where l.arrangement_id = a.id) as lines
    from arrangement a
      left join arrangement m on m.id = a.overarching_id
      left join participant p on p.id = a.provider_id
      left join kept_fact k on k.entity_id = a.entity_id and k.provider_id = a.provider_id and k.service_id is null
    where a.entity_id = ${entityId} and ${condition} order by a.id`.execute(db)
  const links = await ownLinksWhere(db, entityId, condition)
  const outside = await outsideOf(db, [
    ...rows.flatMap(({ companyId }) => companyId ?? []),
    ...links.map(({ companyId }) => companyId),
  ])
  const chains = Map.groupBy(links, ({ arrangementId }) => arrangementId)
  return rows.map(({ companyId, providerName, outsourcing, ...row }) => {
    const { company = null, parent = null } = outside.get(companyId ?? '') ?? {}
    return {
      ...row,
      ...onTopOf(emptyValues(thirdPartyFields), outsourcing),
      provider: company?.name ?? providerName ?? GONE_PROVIDER,
      company,
      parent,
      chain: (chains.get(row.id) ?? []).map(link => linkWireOf(link, outside)),
    }
  })
}

/** A contract of the actor's bank. @throws DomainError notFound */
export async function arrangementOf(db: Db, actor: Actor, id: string): Promise<ArrangementWire> {
  return foundOrRefused((await arrangementsWhere(db, actor.participantId, sql`a.id = ${id}`))[0])
}

export async function arrangementPage(
  db: Db,
  entityId: string,
  today: Day,
  { text, id, kind, type, ended, ...asked }: QueryOf<typeof listArrangements>,
): Promise<AnswerOf<typeof listArrangements>> {
  const all = await arrangementsWhere(db, entityId)
  const sought = text ? foldForSearch(text).toLowerCase() : ''
  const matches = (each: ArrangementWire) =>
    foldForSearch(`${each.reference} ${each.provider}`).toLowerCase().includes(sought)
  const chosen = all.filter(
    each =>
      matches(each) &&
      (!id || each.id === id) &&
      (!kind || each.kind === kind) &&
      (!type || each.type === type) &&
      (ended === undefined || ended === (each.endsOn !== null && each.endsOn < today)),
  )
  return pageInOrder(chosen, asked, 'reference')
}

/** @throws DomainError invalid with fields */
async function refuseTakenReference(db: Db, entityId: string, reference: string, id: string | null): Promise<void> {
  if (reference === '') throw invalid({ reference: 'Escriba la referencia del contrato' })
  const [taken] = await arrangementsWhere(db, entityId, sql`a.reference = ${reference} and a.id is distinct from ${id}`)
  if (taken) throw invalid({ reference: 'Ya hay un contrato con esta referencia' })
}

/** @throws DomainError invalid with fields for a contract that the bank does not have, or of the other kind */
async function refuseStrangeOverarching(db: Db, actor: Actor, kind: ContractKind, id: string | null): Promise<void> {
  if (!id) return
  const [present] = await arrangementsWhere(db, actor.participantId, sql`a.id = ${id} and a.kind = ${kind}`)
  if (!present) throw invalid({ overarchingId: 'Elija un contrato de la misma clase' })
}

/** Refuses another kind for a contract that has services, or is over others of its kind. @throws DomainError invalid with fields */
async function refuseOtherKind(db: Db, actor: Actor, { id, lines }: ArrangementWire): Promise<void> {
  if (lines > 0) throw invalid({ kind: 'Quite antes sus servicios: solo los tiene un contrato con servicios de TIC' })
  const [below] = await arrangementsWhere(db, actor.participantId, sql`a.overarching_id = ${id} and a.id <> ${id}`)
  if (below) throw invalid({ kind: `Es el contrato marco de ${below.reference}: quítelo antes de ahí` })
}

/** Adds a contract (DORA-07, DORA-08). @throws DomainError notFound, invalid with fields */
export async function addArrangement(
  tx: Transaction,
  actor: Actor,
  { providerId, companyId, company, chain, overarchingId = null, ...given }: BodyOf<typeof addContract>,
): Promise<ArrangementWire> {
  await lockRegister(tx, actor)
  const entityId = actor.participantId
  await refuseTakenReference(tx.db, entityId, given.reference ?? '', null)
  await refuseStrangeOverarching(tx.db, actor, given.kind ?? 'ICT', overarchingId)
  const party = await partyOf(tx, actor, { providerId, companyId, company }, null)
  if (!party) throw invalid({ providerId: 'Elija un proveedor o una empresa externa' })
  const id = await insertArrangement(tx, entityId, given, party, overarchingId)
  await writeChain(tx, actor, id, chain)
  tx.record({ event: 'arrangement.added', object: { kind: 'arrangement', id }, participantId: entityId })
  return arrangementOf(tx.db, actor, id)
}

export async function insertArrangement(
  tx: Transaction,
  entityId: string,
  given: object,
  { providerId, companyId }: Party,
  overarchingId: string | null,
): Promise<string> {
  const id = tx.newId()
  const columns = contractColumnsOf(onTopOf({ kind: 'ICT', ...emptyValues(contractFields) }, given))
  await tx.db
    .insertInto('arrangement')
    .values({
      ...columns,
      id,
      entity_id: entityId,
      provider_id: providerId,
      company_id: companyId,
      overarching_id: overarchingId,
      created_at: tx.now,
    } as never)
    .execute()
  return id
}

/** The fields that dates of the ladder depend on (REG-16). */
export const arrangementDates = ['endsOn', 'noticeEntityDays', 'endReason'] as const
const movedIn = (a: ArrangementValues, b: ArrangementValues) => arrangementDates.filter(field => a[field] !== b[field])

/** Writes who works for the company of a contract, where a call says it. @throws DomainError invalid with fields */
export async function writeChain(
  tx: Transaction,
  actor: Actor,
  id: string,
  given: readonly LinkInput[] = [],
): Promise<void> {
  const { company: direct, chain } = await arrangementOf(tx.db, actor, id)
  if (isSameChain(given, chain)) return
  if (!direct && given.length > 0)
    throw invalid({ chain: 'Los subcontratistas de un proveedor del portal los declara el proveedor' })
  await saveChain(tx, actor, { arrangementId: id, direct }, given, chain)
}

const labels = fieldLabels(contractFields, {
  kind: 'Clase',
  provider: 'Proveedor',
  overarching: 'Contrato marco',
  chain: 'Subcontratistas',
})

/** Changes a contract. @throws DomainError notFound, changedMeanwhile, invalid with fields */
export async function changeArrangement(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, providerId, companyId, company, chain, overarchingId, ...given }: BodyOf<typeof changeContract>,
): Promise<ArrangementWire> {
  await lockRegister(tx, actor)
  const now = await arrangementOf(tx.db, actor, id)
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: {
      ...fieldWords(contractFields, now),
      kind: contractKindLabels[now.kind],
      provider: now.provider,
      chain: chainText(now.chain),
    },
    yours: {
      ...fieldWords(contractFields, given),
      ...(given.kind ? { kind: contractKindLabels[given.kind] } : {}),
      ...(company ? { provider: company.name } : {}),
      ...(chain ? { chain: chainText(chain) } : {}),
    },
    labels,
    object: { kind: 'arrangement', id },
  })
  const stands = { providerId: now.providerId, companyId: now.company?.id ?? null }
  const wanted = onTopOf(now, given)
  await refuseTakenReference(tx.db, actor.participantId, wanted.reference, id)
  const above = overarchingId === undefined ? now.overarchingId : overarchingId
  if (wanted.kind !== now.kind) await refuseOtherKind(tx.db, actor, now)
  await refuseStrangeOverarching(tx.db, actor, wanted.kind, above)
  const party = (await partyOf(tx, actor, { providerId, companyId, company }, stands)) ?? stands
  const isOther = party.providerId !== stands.providerId || party.companyId !== stands.companyId
  if (isOther && now.lines > 0 && party.providerId !== stands.providerId) {
    throw invalid({ providerId: 'Quite antes sus servicios: son del proveedor que tenía' })
  }
  // A provider of the portal declares its chain itself.
  const links = chain ?? (party.companyId === null ? [] : undefined)
  const isChained = links !== undefined && !isSameChain(links, now.chain)
  const isSame = !isOther && !company && !isChained && above === now.overarchingId && wanted.kind === now.kind
  if (isSame && !differ(contractFields, wanted, now)) return now
  await writeArrangement(tx.db, id, wanted, party, above)
  if (isChained) await writeChain(tx, actor, id, links)
  if (isOther) {
    await dropUnnamed(tx.db, actor, stands.companyId)
    await dropKept(tx.db, actor.participantId)
  }
  tx.record({
    event: 'arrangement.changed',
    object: { kind: 'arrangement', id },
    participantId: actor.participantId,
    told: { participantId: actor.participantId, arrangementId: id, changed: movedIn(wanted, now) },
  })
  return arrangementOf(tx.db, actor, id)
}

export async function writeArrangement(
  db: Db,
  id: string,
  values: ArrangementWire,
  { providerId, companyId }: Party,
  overarchingId: string | null,
): Promise<void> {
  await db
    .updateTable('arrangement')
    .set(
      eb =>
        ({
          ...contractColumnsOf(values),
          provider_id: providerId,
          company_id: companyId,
          overarching_id: overarchingId,
          version: eb('version', '+', 1),
        }) as never,
    )
    .where('id', '=', id)
    .execute()
}

/** Removes a contract without lines that is over no other one. @throws DomainError notFound, arrangementUsed */
export async function removeArrangement(tx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockRegister(tx, actor)
  const { lines, company, chain } = await arrangementOf(tx.db, actor, id)
  const [below] = await arrangementsWhere(tx.db, actor.participantId, sql`a.overarching_id = ${id} and a.id <> ${id}`)
  if (lines > 0 || below) throw new DomainError('arrangementUsed')
  await tx.db.deleteFrom('arrangement').where('id', '=', id).execute()
  await dropCompanies(tx.db, actor, chain)
  await dropUnnamed(tx.db, actor, company?.id ?? null)
  await dropKept(tx.db, actor.participantId)
  tx.record({
    event: 'arrangement.removed',
    object: { kind: 'arrangement', id },
    participantId: actor.participantId,
    told: { participantId: actor.participantId, arrangementId: id, changed: arrangementDates },
  })
}
