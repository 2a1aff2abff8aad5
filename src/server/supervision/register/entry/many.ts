import { sql } from 'kysely'
import type { AnswerOf, BodyOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { RecordFields } from '#domain/record/field.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'
import { arrangementFields, functionFields, lineFields } from '#domain/supervision/register/entry/fields.ts'
import type { changeMany as contract, ManyStep } from '#domain/supervision/register/entry/many.ts'
import { manyFields } from '#domain/supervision/register/entry/many.ts'
import { valueIn } from '#domain/values/certain.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { columnOf } from '#server/record/stored.ts'
import { arrangementDates, changeArrangement } from '#server/supervision/register/entry/arrangements.ts'
import { settleAssessments } from '#server/supervision/register/entry/assessments.ts'
import { arrangementsWhere } from '#server/supervision/register/entry/contract-rows.ts'
import { changeFunction, functionsWhere } from '#server/supervision/register/entry/functions.ts'
import { linesWhere } from '#server/supervision/register/entry/line-rows.ts'
import { changeLine } from '#server/supervision/register/entry/lines.ts'
import { invalid, lockRegister } from '#server/supervision/register/entry/lock.ts'
import { foundOrRefused } from '#server/supervision/register/entry/party.ts'

const kinds = { functions: 'business-function', arrangements: 'arrangement', lines: 'arrangement-line' } as const
const tables = { functions: 'business_function', arrangements: 'arrangement', lines: 'arrangement_line' } as const
const allFields = { functions: functionFields, arrangements: arrangementFields, lines: lineFields } as const

type Thing = { id: string; version: number }

function thingsOf(tx: Transaction, entityId: string, step: ManyStep): Promise<Thing[]> {
  if (step === 'functions') return functionsWhere(tx.db, entityId)
  return step === 'arrangements' ? arrangementsWhere(tx.db, entityId) : linesWhere(tx.db, entityId, tx.today)
}

/**
 * Gives one value to a field of several functions, contracts or lines (REG-29). The actor may take all of it back.
 * @throws DomainError notFound, changedMeanwhile, invalid
 */
export async function changeMany(
  tx: Transaction,
  actor: Actor,
  { step, things, values }: BodyOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  await lockRegister(tx, actor)
  const entityId = actor.participantId
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  const [[name, value] = [null, undefined]] = given
  const fields: RecordFields = manyFields[step]
  if (given.length !== 1 || name === null || !Object.hasOwn(fields, name)) {
    throw invalid({ values: 'Elija un campo de lo que ha seleccionado' })
  }
  const present = new Map((await thingsOf(tx, entityId, step)).map(each => [each.id, each]))
  const chosen = things.map(({ id, version }) => ({ now: foundOrRefused(present.get(id)), sent: version }))
  for (const { now, sent } of chosen) {
    await refuseStale(tx.db, actor, sent, {
      version: now.version,
      now: fieldWords(fields, now),
      yours: fieldWords(fields, { [name]: value }),
      labels: fieldLabels(fields),
      object: { kind: kinds[step], id: now.id },
    })
  }
  const before = await stored(tx.db, entityId)
  const isMoved = step === 'functions' && name === 'critical'
  // Once for all, as each function would have it done: every line may leave its pair or join one.
  if (isMoved) await settleAssessments(tx, entityId)
  for (const id of new Set(chosen.map(({ now }) => now.id))) await changeOne(tx, actor, step, id, { [name]: value })
  if (isMoved) await settleAssessments(tx, entityId)
  const changes = changesBetween(before, await stored(tx.db, entityId))
  const id = tx.newId()
  if (changes.length > 0) tx.mayUndo({ act: 'registerChange', objectId: id, before: { entityId, changes } })
  const ids = new Set(chosen.map(({ now }) => now.id))
  return { id, changed: changes.filter(each => each.step === step && ids.has(each.id)).length }
}

async function changeOne(tx: Transaction, actor: Actor, step: ManyStep, id: string, values: object): Promise<unknown> {
  if (step === 'functions') return changeFunction(tx, actor, id, values, false)
  return step === 'arrangements' ? changeArrangement(tx, actor, id, values) : changeLine(tx, actor, id, values)
}

type Row = Record<string, unknown>
type Stored = Map<string, { step: ManyStep; id: string; version: number; row: Row }>

/** All functions, contracts and lines of a bank as their tables have them. */
async function stored(db: Db, entityId: string): Promise<Stored> {
  const all: Stored = new Map()
  const of = {
    functions: sql<boolean>`t.entity_id = ${entityId}`,
    arrangements: sql<boolean>`t.entity_id = ${entityId}`,
    lines: sql<boolean>`t.arrangement_id in (select id from arrangement where entity_id = ${entityId})`,
  }
  for (const step of Object.keys(of) as ManyStep[]) {
    const columns = Object.keys(allFields[step]).map(columnOf)
    const { rows } = await sql<{ id: string; version: number; row: Row }>`
      select t.id, t.version, to_jsonb(t) as row from ${sql.table(tables[step])} t where ${of[step]}`.execute(db)
    for (const { id, version, row } of rows) {
      const own = Object.fromEntries(columns.map(column => [column, row[column]]))
      all.set(`${step} ${id}`, { step, id, version, row: own })
    }
  }
  return all
}

/** A row that an act changed: its columns before and after, and its version after. */
type Change = { step: ManyStep; id: string; version: number; before: Row; after: Row }
export type ManyBefore = { entityId: string; changes: Change[] }

function changesBetween(before: Stored, after: Stored): Change[] {
  return [...after].flatMap(([key, { step, id, version, row }]): Change[] => {
    const was = valueIn(before, key).row
    const columns = Object.keys(row).filter(column => JSON.stringify(row[column]) !== JSON.stringify(was[column]))
    const of = (values: Row) => Object.fromEntries(columns.map(column => [column, values[column]]))
    return columns.length === 0 ? [] : [{ step, id, version, before: of(was), after: of(row) }]
  })
}

/** What such an act changed, where all of it is still as the act left it; null otherwise. Locks the register. */
export async function lockMany(tx: Transaction, actor: Actor, { entityId, changes }: ManyBefore) {
  if (entityId !== actor.participantId) return null
  await lockRegister(tx, actor)
  const now = await stored(tx.db, entityId)
  const isAsLeft = ({ step, id, version, after }: Change) => {
    const is = now.get(`${step} ${id}`)
    return (
      is?.version === version &&
      Object.entries(after).every(([column, value]) => JSON.stringify(is.row[column]) === JSON.stringify(value))
    )
  }
  return changes.every(isAsLeft) ? changes : null
}

/** Takes all of it back (REG-29). */
export async function takeBackMany(tx: Transaction, actor: Actor, changes: readonly Change[]): Promise<void> {
  const { participantId } = actor
  for (const { step, id, before } of changes) {
    await tx.db
      .updateTable(tables[step])
      .set(eb => ({ ...before, version: eb('version', '+', 1) }) as never)
      .where('id', '=', id)
      .execute()
    const object = { kind: kinds[step], id }
    if (step === 'functions') tx.record({ event: 'business-function.changed', object, participantId })
    else if (step === 'lines') tx.record({ event: 'arrangement-line.changed', object, participantId })
    else {
      const changed = arrangementDates.filter(field => columnOf(field) in before)
      const told = { participantId, arrangementId: id, changed }
      tx.record({ event: 'arrangement.changed', object, participantId, told })
    }
  }
}
