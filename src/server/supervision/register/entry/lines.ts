import type { AnswerOf, BodyOf, QueryOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'
import type {
  addLine as addContract,
  changeLine as changeContract,
  LineWire,
  listLines,
} from '#domain/supervision/register/entry/contract.ts'
import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf, storedColumnsOf } from '#server/record/stored.ts'
import { settleAssessments, shareAssessment } from '#server/supervision/register/entry/assessments.ts'
import type { Line } from '#server/supervision/register/entry/line-rows.ts'
import { lineOf, linesWhere } from '#server/supervision/register/entry/line-rows.ts'
import { invalid, lockRegister } from '#server/supervision/register/entry/lock.ts'
import { pageInOrder } from '#server/supervision/register/entry/page.ts'
import { dropKept } from '#server/supervision/register/kept.ts'

export async function linePage(
  db: Db,
  entityId: string,
  today: Day,
  { text, id, arrangementId, functionId, critical, ...asked }: QueryOf<typeof listLines>,
): Promise<AnswerOf<typeof listLines>> {
  const sought = text ? foldForSearch(text).toLowerCase() : ''
  const words = ({ reference, provider, service, functionCode, functionName }: Line) =>
    foldForSearch([reference, provider, service, functionCode, functionName].join(' ')).toLowerCase()
  const chosen = (await linesWhere(db, entityId, today)).filter(
    line =>
      words(line).includes(sought) &&
      (!id || line.id === id) &&
      (!arrangementId || line.arrangementId === arrangementId) &&
      (!functionId || line.functionId === functionId) &&
      (critical === undefined || line.isCritical === critical),
  )
  return pageInOrder(chosen, asked, 'reference')
}

/** What a line is about. */
export type About = { arrangementId: string; useId: string | null; functionId: string }

/**
 * Refuses a line whose function, contract or use is not the bank's own, whose contract is of no ICT services, or whose use is of
 * another provider (DORA-07, REG-27).
 * @throws DomainError invalid with fields
 */
async function refuseStrange(db: Db, actor: Actor, { arrangementId, useId, functionId }: About): Promise<void> {
  const entityId = actor.participantId
  const contract = await db
    .selectFrom('arrangement')
    .select('provider_id')
    .where('id', '=', arrangementId)
    .where('entity_id', '=', entityId)
    .where('kind', '=', 'ICT')
    .executeTakeFirst()
  if (!contract) throw invalid({ arrangementId: 'Elija un contrato de la lista' })
  const present = await db
    .selectFrom('business_function')
    .select('id')
    .where('id', '=', functionId)
    .where('entity_id', '=', entityId)
    .executeTakeFirst()
  if (!present) throw invalid({ functionId: 'Elija una función de la lista' })
  if (contract.provider_id === null) {
    if (useId !== null) throw invalid({ useId: 'El contrato es con una empresa externa: no lleva servicio utilizado' })
    return
  }
  const use = await db
    .selectFrom('service_use')
    .select('id')
    .where('id', '=', useId)
    .where('entity_id', '=', entityId)
    .where('provider_id', '=', contract.provider_id)
    .executeTakeFirst()
  if (!use) throw invalid({ useId: 'Elija un servicio utilizado de este proveedor' })
}

/** Adds a line (DORA-07). @throws DomainError notFound, invalid with fields */
export async function addLine(
  tx: Transaction,
  actor: Actor,
  { arrangementId, functionId, useId = null, ...given }: BodyOf<typeof addContract>,
): Promise<LineWire> {
  await lockRegister(tx, actor)
  const about = { arrangementId, useId, functionId }
  await refuseStrange(tx.db, actor, about)
  const [id] = await insertLines(tx, [{ about, given }])
  await settleAssessments(tx, actor.participantId, arrangementId)
  tx.record({
    event: 'arrangement-line.added',
    object: { kind: 'arrangement-line', id: id! },
    participantId: actor.participantId,
  })
  return lineOf(tx.db, actor, tx.today, id!)
}

/** The most lines of one statement. */
const AT_ONCE = 500

/** Adds lines. @returns their identifiers, in their order */
export async function insertLines(
  tx: Transaction,
  lines: readonly { about: About; given: object }[],
): Promise<string[]> {
  const rows = lines.map(({ about: { arrangementId, useId, functionId }, given }) => ({
    ...storedColumnsOf(lineFields, onTopOf(emptyValues(lineFields), given)),
    id: tx.newId(),
    arrangement_id: arrangementId,
    use_id: useId,
    function_id: functionId,
    created_at: tx.now,
  }))
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await tx.db
      .insertInto('arrangement_line')
      .values(rows.slice(at, at + AT_ONCE) as never)
      .execute()
  }
  return rows.map(({ id }) => id)
}

const labels = fieldLabels(lineFields)

/** Changes a line. @throws DomainError notFound, changedMeanwhile, invalid with fields */
export async function changeLine(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, functionId, useId, ...given }: BodyOf<typeof changeContract>,
): Promise<LineWire> {
  await lockRegister(tx, actor)
  const now = await lineOf(tx.db, actor, tx.today, id)
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: fieldWords(lineFields, now),
    yours: fieldWords(lineFields, given),
    labels,
    object: { kind: 'arrangement-line', id },
  })
  const about = {
    arrangementId: now.arrangementId,
    useId: useId === undefined ? now.useId : useId,
    functionId: functionId ?? now.functionId,
  }
  const wanted = onTopOf(now, given)
  const isMoved = about.useId !== now.useId || about.functionId !== now.functionId
  const isChosen = now.differing.some(({ field }) => given[field] !== undefined)
  if (!isMoved && !isChosen && !differ(lineFields, wanted, now)) return now
  if (isMoved) await refuseStrange(tx.db, actor, about)
  await settleAssessments(tx, actor.participantId, now.arrangementId)
  await writeLine(tx.db, id, about, wanted)
  if (isMoved) await dropKept(tx.db, actor.participantId)
  await shareAssessment(tx, actor, { now, wanted: await lineOf(tx.db, actor, tx.today, id), given })
  tx.record({
    event: 'arrangement-line.changed',
    object: { kind: 'arrangement-line', id },
    participantId: actor.participantId,
  })
  return lineOf(tx.db, actor, tx.today, id)
}

export async function writeLine(db: Db, id: string, { useId, functionId }: About, values: object): Promise<void> {
  await db
    .updateTable('arrangement_line')
    .set(
      eb =>
        ({
          ...storedColumnsOf(lineFields, values),
          use_id: useId,
          function_id: functionId,
          version: eb('version', '+', 1),
        }) as never,
    )
    .where('id', '=', id)
    .execute()
}

/** Removes a line. @throws DomainError notFound */
export async function removeLine(tx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockRegister(tx, actor)
  const { arrangementId } = await lineOf(tx.db, actor, tx.today, id)
  await settleAssessments(tx, actor.participantId, arrangementId)
  await tx.db.deleteFrom('arrangement_line').where('id', '=', id).execute()
  await dropKept(tx.db, actor.participantId)
  tx.record({
    event: 'arrangement-line.removed',
    object: { kind: 'arrangement-line', id },
    participantId: actor.participantId,
  })
}
