import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { importRegister } from '#domain/supervision/register/contract.ts'
import type { saveRegisterEntity } from '#domain/supervision/register/entry/contract.ts'
import { termColumns } from '#domain/supervision/register/entry/terms.ts'
import { memberWord } from '#domain/supervision/register/import/package-members.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { onTopOf } from '#server/record/stored.ts'
import { insertArrangement, writeArrangement, writeChain } from '#server/supervision/register/entry/arrangements.ts'
import { settleAssessments } from '#server/supervision/register/entry/assessments.ts'
import { writeMembers } from '#server/supervision/register/entry/contract-members.ts'
import { entityOf, saveEntity } from '#server/supervision/register/entry/entity.ts'
import { insertFunction, writeFunction } from '#server/supervision/register/entry/functions.ts'
import { insertLines, writeLine } from '#server/supervision/register/entry/lines.ts'
import { lockRegister } from '#server/supervision/register/entry/lock.ts'
import { addMember, changeMember, membersWhere } from '#server/supervision/register/entry/members.ts'
import type { Party } from '#server/supervision/register/entry/party.ts'
import { dropUnnamed, outsideCompany, withParent } from '#server/supervision/register/entry/party.ts'
import type { LineStep } from '#server/supervision/register/import/line-plan.ts'
import { isThat } from '#server/supervision/register/import/outside.ts'
import type { ContractStep, EntityStep, MemberStep, Plan } from '#server/supervision/register/import/plan.ts'
import { planOf } from '#server/supervision/register/import/plan.ts'
import type { ReadFile } from '#server/supervision/register/import/rows-task.ts'
import { dropKept } from '#server/supervision/register/kept.ts'

/** Adds and changes what a workbook or a package says, all or nothing (DORA-09, REG-20). @throws DomainError rowsWrong */
export async function importFile(
  tx: Transaction,
  actor: Actor,
  read: ReadFile,
): Promise<AnswerOf<typeof importRegister>> {
  await lockRegister(tx, actor)
  const entityId = actor.participantId
  const plan = await planOf(tx.db, actor, tx.today, read)
  for (const step of plan.entity) if (step.isChange) await writeEntity(tx, actor, step)
  for (const step of plan.members) if (step.isChange) await writeMember(tx, actor, step)
  await settleAssessments(tx, entityId)
  const memberIds = await membersByWord(tx.db, entityId)
  const functionIds = new Map(plan.known)
  for (const { key, entity, now, values, isChange } of plan.functions) {
    const memberId = entity === '' ? null : idOf(memberIds, entity)
    const id = now?.id ?? (await insertFunction(tx, entityId, values, memberId))
    if (now && isChange) await writeFunction(tx.db, id, onTopOf(now, values))
    functionIds.set(key, id)
  }
  const contractIds = await writeContracts(tx, actor, plan.arrangements, memberIds)
  await addKnown(tx, entityId, contractIds)
  await writeChains(tx, actor, plan, contractIds)
  const aboutOf = ({ reference, key, useId }: LineStep) => ({
    ...{ arrangementId: valueIn(contractIds, reference), functionId: valueIn(functionIds, key) },
    useId,
  })
  for (const step of plan.lines) {
    const { now, values, isChange } = step
    if (now && isChange) await writeLine(tx.db, now.id, aboutOf(step), onTopOf(now, values))
  }
  const added = plan.lines.filter(({ now }) => !now)
  await insertLines(
    tx,
    added.map(step => ({ about: aboutOf(step), given: step.values })),
  )
  await settleAssessments(tx, entityId)
  await dropKept(tx.db, entityId)
  tx.record({ event: 'register.imported', object: { kind: 'register', id: entityId }, participantId: entityId })
  return planCountsOf(plan)
}

async function writeEntity(tx: Transaction, actor: Actor, { values }: EntityStep): Promise<void> {
  const { version } = await entityOf(tx.db, actor.participantId)
  const isTerm = ([name]: [string, unknown]) => termColumns.includes(name)
  const given = Object.entries(values)
  const definitions = Object.fromEntries(given.filter(isTerm))
  const fields = Object.fromEntries(given.filter(each => !isTerm(each)))
  await saveEntity(tx, actor, { ...fields, terms: definitions, version } as BodyOf<typeof saveRegisterEntity>)
}

async function writeMember(tx: Transaction, actor: Actor, { kind, now, values }: MemberStep): Promise<void> {
  if (now) await changeMember(tx, actor, now.id, { ...values, version: now.version })
  else await addMember(tx, actor, { ...values, kind })
}

/** The ids of the entities of a bank's group and of branches, by their `memberWord`; the bank's own under ''. */
async function membersByWord(db: Db, entityId: string): Promise<ReadonlyMap<string, string>> {
  const [{ lei: own }, members] = await Promise.all([entityOf(db, entityId), membersWhere(db, entityId)])
  const wordOf = ({ kind, lei, parentLei, code }: (typeof members)[number]) =>
    kind === 'MEMBER' ? memberWord(lei ?? '?', null) : memberWord(parentLei === own ? '' : (parentLei ?? ''), code)
  return new Map([...members.map(each => [wordOf(each), each.id] as const), ['', entityId]])
}

/** The contracts by reference, and then which is over or before which: one may name another of the same workbook. */
async function writeContracts(
  tx: Transaction,
  actor: Actor,
  steps: readonly ContractStep[],
  members: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { reference, now, values, party: named, signers, users, isChange } of steps) {
    const party = named
      ? await partyOf(tx, actor, named, now)
      : { providerId: now?.providerId ?? null, companyId: now?.company?.id ?? null }
    const id = now?.id ?? (await insertArrangement(tx, actor.participantId, values, party, noneLinked))
    if (now && isChange) await writeArrangement(tx.db, id, onTopOf(now, values), party)
    if (now?.company && now.company.id !== party.companyId) await dropUnnamed(tx.db, actor, now.company.id)
    const idsOf = (words: readonly string[] | null) => words?.map(word => idOf(members, word))
    await writeMembers(tx, actor.participantId, id, { signers: idsOf(signers), users: idsOf(users) })
    ids.set(reference, id)
  }
  for (const [column, name] of [
    ['overarching_id', 'overarching'],
    ['inside_id', 'inside'],
  ] as const) {
    for (const step of steps.filter(each => each[name] !== null)) {
      await sql`update arrangement set ${sql.ref(column)} = (
          select m.id from arrangement m where m.entity_id = ${actor.participantId} and m.reference = ${step[name]})
        where id = ${ids.get(step.reference)}`.execute(tx.db)
    }
  }
  return ids
}
function idOf(members: ReadonlyMap<string, string>, word: string): string {
  const id = members.get(word)
  // Without one it would be stored as the bank itself.
  if (!id) throw new Error(`A package names ${word}, which is not in the group`)
  return id
}
const noneLinked = { overarchingId: null, insideId: null }

async function partyOf(
  tx: Transaction,
  actor: Actor,
  named: NonNullable<ContractStep['party']>,
  now: ContractStep['now'],
): Promise<Party> {
  if ('providerId' in named) return { providerId: named.providerId, companyId: null }
  const { parent, ...company } = named.company
  const isThere = now?.company && isThat(now.company, company)
  const id = await outsideCompany(tx, actor, company, isThere ? now.company!.id : null, 'company')
  return { providerId: null, companyId: await withParent(tx, actor, id, parent, 'company.parent') }
}

/** Writes the chains of contracts with a company outside, each whole (REG-11). */
async function writeChains(tx: Transaction, actor: Actor, { chains, links }: Plan, ids: ReadonlyMap<string, string>) {
  const changed = new Set(links.filter(({ isChange }) => isChange).map(({ reference }) => reference))
  for (const [reference, chain] of chains) {
    if (!changed.has(reference)) continue
    const id = valueIn(ids, reference)
    await writeChain(tx, actor, id, chain)
    await tx.db
      .updateTable('arrangement')
      .set(eb => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
}

/** Adds the contracts that the workbook does not name, for lines that do. */
async function addKnown({ db }: Transaction, entityId: string, contracts: Map<string, string>): Promise<void> {
  const standing = await db
    .selectFrom('arrangement')
    .select(['id', 'reference'])
    .where('entity_id', '=', entityId)
    .execute()
  for (const { id, reference } of standing) contracts.set(reference, id)
}

export function planCountsOf({ entity, members, functions, arrangements, lines, links }: Plan) {
  const steps = [...entity, ...members, ...functions, ...arrangements, ...lines, ...links]
  return {
    added: steps.filter(({ now }) => !now).length,
    changed: steps.filter(({ now, isChange }) => now && isChange).length,
    unchanged: steps.filter(({ isChange }) => !isChange).length,
  }
}
