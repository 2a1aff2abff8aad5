import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, BodyOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'
import { ENTITY } from '#domain/supervision/register/entry/columns.ts'
import type {
  addFunction as addContract,
  changeFunction as changeContract,
  FunctionWire,
  listFunctions,
} from '#domain/supervision/register/entry/contract.ts'
import { functionFields } from '#domain/supervision/register/entry/fields.ts'
import { nextCode } from '#domain/supervision/register/entry/function-code.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { contains, every } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf, storedColumnsOf, storedFieldsOf } from '#server/record/stored.ts'
import { settleAssessments } from '#server/supervision/register/entry/assessments.ts'
import { memberNames } from '#server/supervision/register/entry/contract-members.ts'
import { invalid, lockRegister } from '#server/supervision/register/entry/lock.ts'
import { membersWhere } from '#server/supervision/register/entry/members.ts'
import { pageInOrder } from '#server/supervision/register/entry/page.ts'

/** The functions `f` of a bank for which a condition holds. */
export async function functionsWhere(
  db: Db,
  entityId: string,
  condition: RawBuilder<SqlBool> = sql`true`,
): Promise<FunctionWire[]> {
  const { rows } = await sql<FunctionWire>`
    select f.id, ${storedFieldsOf('f', functionFields)}, f.version, f.member_id as "memberId",
      coalesce(m.name, '') as entity,
      (select count(*)::int from arrangement_line l where l.function_id = f.id) as lines
    from business_function f left join register_member m on m.id = f.member_id
    where f.entity_id = ${entityId} and ${condition} order by f.id`.execute(db)
  return rows
}

/** A function of the actor's bank. @throws DomainError notFound */
export async function functionOf(db: Db, actor: Actor, id: string): Promise<FunctionWire> {
  const [found] = await functionsWhere(db, actor.participantId, sql`f.id = ${id}`)
  if (!found) throw new DomainError('notFound')
  return found
}

export async function functionPage(
  db: Db,
  entityId: string,
  { text, id, critical, ...asked }: QueryOf<typeof listFunctions>,
): Promise<AnswerOf<typeof listFunctions>> {
  const conditions = [
    ...(text ? [contains(text, sql`fold(f.code || ' ' || f.name)`)] : []),
    ...(id ? [sql<SqlBool>`f.id = ${id}`] : []),
    ...(critical ? [sql<SqlBool>`f.critical = ${critical}`] : []),
  ]
  return pageInOrder(await functionsWhere(db, entityId, every(conditions)), asked, 'code')
}

/** @throws DomainError invalid with fields */
async function refuseTakenCode(
  db: Db,
  entityId: string,
  { code, memberId }: Pick<FunctionWire, 'code' | 'memberId'>,
  id: string | null,
): Promise<void> {
  if (code === '') throw invalid({ code: 'Escriba un identificador: F y un número' })
  const isTaken = sql<boolean>`f.code = ${code} and f.member_id is not distinct from ${memberId} and f.id is distinct from ${id}`
  const [taken] = await functionsWhere(db, entityId, isTaken)
  if (taken) throw invalid({ code: 'Ya hay una función con este identificador' })
}

/** Refuses a function of what is no entity of the bank's group. @throws DomainError invalid with fields */
async function refuseStrangeEntity(db: Db, entityId: string, memberId: string | null): Promise<void> {
  if (memberId === null) return
  const [present] = await membersWhere(db, entityId, sql`m.id = ${memberId} and m.kind = 'MEMBER'`)
  if (!present) throw invalid({ memberId: 'Elija una entidad de su grupo' })
}

/** Adds a function (DORA-07). @throws DomainError invalid with fields */
export async function addFunction(
  tx: Transaction,
  actor: Actor,
  { memberId = null, ...given }: BodyOf<typeof addContract>,
): Promise<FunctionWire> {
  await lockRegister(tx, actor)
  const entityId = actor.participantId
  const code = given.code || nextCode((await functionsWhere(tx.db, entityId)).map(each => each.code))
  await refuseStrangeEntity(tx.db, entityId, memberId)
  await refuseTakenCode(tx.db, entityId, { code, memberId }, null)
  const id = await insertFunction(tx, entityId, { ...given, code }, memberId)
  tx.record({ event: 'business-function.added', object: { kind: 'business-function', id }, participantId: entityId })
  return functionOf(tx.db, actor, id)
}

export async function insertFunction(
  tx: Transaction,
  entityId: string,
  values: object,
  memberId: string | null,
): Promise<string> {
  const id = tx.newId()
  const columns = storedColumnsOf(functionFields, onTopOf(emptyValues(functionFields), values))
  await tx.db
    .insertInto('business_function')
    .values({ ...columns, id, entity_id: entityId, member_id: memberId, created_at: tx.now } as never)
    .execute()
  return id
}

/**
 * Changes a function. The assessments of lines are settled, unless the caller does that.
 * @throws DomainError notFound, changedMeanwhile, invalid with fields
 */
export async function changeFunction(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...given }: BodyOf<typeof changeContract>,
  settles = true,
): Promise<FunctionWire> {
  await lockRegister(tx, actor)
  const now = await functionOf(tx.db, actor, id)
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: { ...fieldWords(functionFields, now), memberId: now.entity },
    yours: {
      ...fieldWords(functionFields, given),
      ...(given.memberId === undefined
        ? {}
        : { memberId: await memberNames(tx.db, actor.participantId, given.memberId ? [given.memberId] : []) }),
    },
    labels: fieldLabels(functionFields, { memberId: ENTITY }),
    object: { kind: 'business-function', id },
  })
  const wanted = onTopOf(now, given)
  if (wanted.memberId === now.memberId && !differ(functionFields, wanted, now)) return now
  await refuseStrangeEntity(tx.db, actor.participantId, wanted.memberId)
  await refuseTakenCode(tx.db, actor.participantId, wanted, id)
  const isOther = settles && wanted.critical !== now.critical
  if (isOther) await settleAssessments(tx, actor.participantId)
  await writeFunction(tx.db, id, wanted)
  if (isOther) await settleAssessments(tx, actor.participantId)
  tx.record({
    event: 'business-function.changed',
    object: { kind: 'business-function', id },
    participantId: actor.participantId,
  })
  return functionOf(tx.db, actor, id)
}

export async function writeFunction(db: Db, id: string, values: FunctionWire): Promise<void> {
  const columns = { ...storedColumnsOf(functionFields, values), member_id: values.memberId }
  await db
    .updateTable('business_function')
    .set(eb => ({ ...columns, version: eb('version', '+', 1) }) as never)
    .where('id', '=', id)
    .execute()
}

/** Removes a function that no line uses. @throws DomainError notFound, functionUsed */
export async function removeFunction(tx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockRegister(tx, actor)
  const { lines } = await functionOf(tx.db, actor, id)
  if (lines > 0) throw new DomainError('functionUsed')
  await tx.db.deleteFrom('business_function').where('id', '=', id).execute()
  tx.record({
    event: 'business-function.removed',
    object: { kind: 'business-function', id },
    participantId: actor.participantId,
  })
}
