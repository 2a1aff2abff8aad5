import { sql } from 'kysely'
import type { AnswerOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { importRegister } from '#domain/supervision/register/contract.ts'
import type { Transaction } from '#server/app/transaction.ts'
import { companyFor } from '#server/participant/company/name.ts'
import { insertArrangement, writeArrangement } from '#server/supervision/register/entry/arrangements.ts'
import { insertFunction, writeFunction } from '#server/supervision/register/entry/functions.ts'
import { insertLine, writeLine } from '#server/supervision/register/entry/lines.ts'
import type { Party } from '#server/supervision/register/entry/party.ts'
import { lockRegister, onTopOf } from '#server/supervision/register/entry/stored.ts'
import type { ContractStep, Plan } from '#server/supervision/register/import/plan.ts'
import { planOf } from '#server/supervision/register/import/plan.ts'
import type { WorkbookRows } from '#server/supervision/register/import/rows-task.ts'

/** Adds and changes what a workbook says, all or nothing (DORA-09). @throws DomainError rowsWrong */
export async function importWorkbook(
  tx: Transaction,
  actor: Actor,
  rows: WorkbookRows,
): Promise<AnswerOf<typeof importRegister>> {
  await lockRegister(tx, actor)
  const entityId = actor.participantId
  const plan = await planOf(tx.db, actor, tx.today, rows)
  const functionIds = new Map<string, string>()
  for (const { code, now, values, isChange } of plan.functions) {
    const id = now?.id ?? (await insertFunction(tx, entityId, values))
    if (now && isChange) await writeFunction(tx.db, id, onTopOf(now, values))
    functionIds.set(code, id)
  }
  const contractIds = await writeContracts(tx, actor, plan.arrangements)
  await addKnown(tx, entityId, functionIds, contractIds)
  for (const { now, values, isChange, reference, code, useId } of plan.lines) {
    const about = { arrangementId: contractIds.get(reference)!, functionId: functionIds.get(code)!, useId }
    if (!now) await insertLine(tx, about, values)
    else if (isChange) await writeLine(tx.db, now.id, about, onTopOf(now, values))
  }
  tx.record({ event: 'register.imported', object: { kind: 'register', id: entityId }, participantId: entityId })
  return countsOf(plan)
}

/** The contracts by reference, and then which is over which: one may name another of the same workbook. */
async function writeContracts(
  tx: Transaction,
  actor: Actor,
  steps: readonly ContractStep[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { reference, now, values, party: named, isChange } of steps) {
    const party = named
      ? await partyOf(tx, actor, named)
      : { providerId: now?.providerId ?? null, companyId: now?.company?.id ?? null }
    const id = now?.id ?? (await insertArrangement(tx, actor.participantId, values, party, null))
    if (now && isChange) await writeArrangement(tx.db, id, onTopOf(now, values), party, now.overarchingId)
    ids.set(reference, id)
  }
  for (const { reference, overarching } of steps.filter(step => step.overarching !== null)) {
    await sql`update arrangement set overarching_id = (
        select m.id from arrangement m where m.entity_id = ${actor.participantId} and m.reference = ${overarching})
      where id = ${ids.get(reference)}`.execute(tx.db)
  }
  return ids
}

async function partyOf(tx: Transaction, actor: Actor, named: NonNullable<ContractStep['party']>): Promise<Party> {
  if ('providerId' in named) return { providerId: named.providerId, companyId: null }
  return {
    providerId: null,
    companyId: (await companyFor(tx, actor, actor.participantId, named.company, 'company')).id,
  }
}

/** Adds the functions and contracts that the workbook does not name, for lines that do. */
async function addKnown(
  { db }: Transaction,
  entityId: string,
  functions: Map<string, string>,
  contracts: Map<string, string>,
): Promise<void> {
  const present = await db
    .selectFrom('business_function')
    .select(['id', 'code'])
    .where('entity_id', '=', entityId)
    .execute()
  for (const { id, code } of present) functions.set(code, id)
  const standing = await db
    .selectFrom('arrangement')
    .select(['id', 'reference'])
    .where('entity_id', '=', entityId)
    .execute()
  for (const { id, reference } of standing) contracts.set(reference, id)
}

export function countsOf({ functions, arrangements, lines }: Plan) {
  const steps = [...functions, ...arrangements, ...lines]
  return {
    added: steps.filter(({ now }) => !now).length,
    changed: steps.filter(({ now, isChange }) => now && isChange).length,
    unchanged: steps.filter(({ isChange }) => !isChange).length,
  }
}
