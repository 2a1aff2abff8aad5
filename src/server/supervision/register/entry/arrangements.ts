import { sql } from 'kysely'
import type { FieldValues } from '#domain/conflict/conflict.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'
import type { LinkInput } from '#domain/supervision/register/entry/chain.ts'
import { chainText } from '#domain/supervision/register/entry/chain.ts'
import { groupLabels } from '#domain/supervision/register/entry/columns.ts'
import type {
  ArrangementWire,
  addArrangement as addContract,
  changeArrangement as changeContract,
} from '#domain/supervision/register/entry/contract.ts'
import type { ArrangementValues } from '#domain/supervision/register/entry/fields.ts'
import type { ContractKind } from '#domain/supervision/register/entry/third-party.ts'
import { contractKindLabels } from '#domain/supervision/register/entry/third-party.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf } from '#server/record/stored.ts'
import { dropCompanies, isSameChain, saveChain } from '#server/supervision/register/entry/chain.ts'
import { contractColumnsOf, contractFields } from '#server/supervision/register/entry/contract-columns.ts'
import {
  isSameMembers,
  type Members,
  memberNames,
  refuseStrangeMembers,
  writeMembers,
} from '#server/supervision/register/entry/contract-members.ts'
import { arrangementOf, arrangementsWhere } from '#server/supervision/register/entry/contract-rows.ts'
import { invalid, lockRegister } from '#server/supervision/register/entry/lock.ts'
import type { Party } from '#server/supervision/register/entry/party.ts'
import { dropUnnamed, partyOf } from '#server/supervision/register/entry/party.ts'
import { dropKept } from '#server/supervision/register/kept.ts'

/** @throws DomainError invalid with fields */
async function refuseTakenReference(db: Db, entityId: string, reference: string, id: string | null): Promise<void> {
  if (reference === '') throw invalid({ reference: 'Escriba la referencia del contrato' })
  const [taken] = await arrangementsWhere(db, entityId, sql`a.reference = ${reference} and a.id is distinct from ${id}`)
  if (taken) throw invalid({ reference: 'Ya hay un contrato con esta referencia' })
}

type Around = { kind: ContractKind; overarchingId: string | null; insideId: string | null }
/** @throws DomainError invalid with fields for a contract that the bank does not have, or of the other kind */
async function refuseStrangeContracts(
  db: Db,
  actor: Actor,
  { kind, overarchingId, insideId }: Around,
  id: string | null,
): Promise<void> {
  const ids = [overarchingId, insideId].flatMap(each => each ?? [])
  if (ids.length === 0) return
  const present = await arrangementsWhere(db, actor.participantId, sql`a.id = any(${ids}) and a.kind = ${kind}`)
  const isThere = (wanted: string | null) => !wanted || present.some(each => each.id === wanted)
  if (!isThere(overarchingId)) throw invalid({ overarchingId: 'Elija un contrato de la misma clase' })
  if (!isThere(insideId)) throw invalid({ insideId: 'Elija un contrato de la misma clase' })
  if (insideId !== null && insideId === id) throw invalid({ insideId: 'Elija otro contrato' })
}

/** A contract that names one as the contract over it or before it. */
const linkedWith = (db: Db, actor: Actor, id: string) =>
  arrangementsWhere(db, actor.participantId, sql`(a.overarching_id = ${id} or a.inside_id = ${id}) and a.id <> ${id}`)

/** Refuses another kind for a contract that has services, or is over others of its kind. @throws DomainError invalid with fields */
async function refuseOtherKind(db: Db, actor: Actor, { id, lines }: ArrangementWire): Promise<void> {
  if (lines > 0) throw invalid({ kind: 'Quite antes sus servicios: solo los tiene un contrato con servicios de TIC' })
  const [below] = await linkedWith(db, actor, id)
  if (below?.insideId === id)
    throw invalid({ kind: `Es el contrato del grupo de ${below.reference}: quítelo antes de ahí` })
  if (below) throw invalid({ kind: `Es el contrato marco de ${below.reference}: quítelo antes de ahí` })
}

/** Adds a contract (DORA-07, DORA-08). @throws DomainError notFound, invalid with fields */
export async function addArrangement(
  tx: Transaction,
  actor: Actor,
  body: BodyOf<typeof addContract>,
): Promise<ArrangementWire> {
  const {
    providerId,
    companyId,
    company,
    chain,
    overarchingId = null,
    insideId = null,
    signers,
    users,
    ...given
  } = body
  await lockRegister(tx, actor)
  const entityId = actor.participantId
  await refuseTakenReference(tx.db, entityId, given.reference ?? '', null)
  await refuseStrangeContracts(tx.db, actor, { kind: given.kind ?? 'ICT', overarchingId, insideId }, null)
  await refuseStrangeMembers(tx.db, entityId, { signers, users })
  const party = await partyOf(tx, actor, { providerId, companyId, company }, null)
  if (!party) throw invalid({ providerId: 'Elija un proveedor o una empresa externa' })
  const id = await insertArrangement(tx, entityId, given, party, { overarchingId, insideId })
  await writeMembers(tx, entityId, id, { signers, users })
  await writeChain(tx, actor, id, chain)
  tx.record({ event: 'arrangement.added', object: { kind: 'arrangement', id }, participantId: entityId })
  return arrangementOf(tx.db, actor, id)
}

/** The contracts over and before one. */
type Linked = Pick<ArrangementWire, 'overarchingId' | 'insideId'>

export async function insertArrangement(
  tx: Transaction,
  entityId: string,
  given: object,
  { providerId, companyId }: Party,
  { overarchingId, insideId }: Linked,
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
      inside_id: insideId,
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
  ...groupLabels,
})

/** What a contract names, in the words of a conflict; those of a body, as far as it says them. */
const linkedNow = ({ overarching, inside, signedBy, usedBy }: ArrangementWire) => ({
  overarching,
  insideId: inside,
  signers: signedBy,
  users: usedBy,
})
async function linkedYours(
  db: Db,
  entityId: string,
  { overarchingId, insideId, signers, users }: Partial<Members & Linked>,
): Promise<FieldValues> {
  const reference = async (id: string | null) =>
    id === null ? '' : ((await arrangementsWhere(db, entityId, sql`a.id = ${id}`))[0]?.reference ?? '')
  return {
    ...(overarchingId === undefined ? {} : { overarching: await reference(overarchingId) }),
    ...(insideId === undefined ? {} : { insideId: await reference(insideId) }),
    ...(signers ? { signers: await memberNames(db, entityId, signers) } : {}),
    ...(users ? { users: await memberNames(db, entityId, users) } : {}),
  }
}

/** Changes a contract. @throws DomainError notFound, changedMeanwhile, invalid with fields */
export async function changeArrangement(
  tx: Transaction,
  actor: Actor,
  id: string,
  body: BodyOf<typeof changeContract>,
): Promise<ArrangementWire> {
  const { version, providerId, companyId, company, chain, overarchingId, insideId, signers, users, ...given } = body
  await lockRegister(tx, actor)
  const now = await arrangementOf(tx.db, actor, id)
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: {
      ...fieldWords(contractFields, now),
      kind: contractKindLabels[now.kind],
      provider: now.provider,
      chain: chainText(now.chain),
      ...linkedNow(now),
    },
    yours: {
      ...(await linkedYours(tx.db, actor.participantId, { overarchingId, insideId, signers, users })),
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
  const linked: Linked = onTopOf(
    { overarchingId: now.overarchingId, insideId: now.insideId },
    { overarchingId, insideId },
  )
  if (wanted.kind !== now.kind) await refuseOtherKind(tx.db, actor, now)
  await refuseStrangeContracts(tx.db, actor, { ...linked, kind: wanted.kind }, id)
  await refuseStrangeMembers(tx.db, actor.participantId, { signers, users })
  const party = (await partyOf(tx, actor, { providerId, companyId, company }, stands)) ?? stands
  const isOther = party.providerId !== stands.providerId || party.companyId !== stands.companyId
  if (isOther && now.lines > 0 && party.providerId !== stands.providerId) {
    throw invalid({ providerId: 'Quite antes sus servicios: son del proveedor que tenía' })
  }
  // A provider of the portal declares its chain itself.
  const links = chain ?? (party.companyId === null ? [] : undefined)
  const isChained = links !== undefined && !isSameChain(links, now.chain)
  const isLinked = linked.overarchingId !== now.overarchingId || linked.insideId !== now.insideId
  const isSame = !isOther && !company && !isChained && !isLinked && wanted.kind === now.kind
  if (isSame && isSameMembers({ signers, users }, now) && !differ(contractFields, wanted, now)) return now
  await writeArrangement(tx.db, id, { ...wanted, ...linked }, party)
  await writeMembers(tx, actor.participantId, id, { signers, users })
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
): Promise<void> {
  await db
    .updateTable('arrangement')
    .set(
      eb =>
        ({
          ...contractColumnsOf(values),
          provider_id: providerId,
          company_id: companyId,
          overarching_id: values.overarchingId,
          inside_id: values.insideId,
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
  const [below] = await linkedWith(tx.db, actor, id)
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
