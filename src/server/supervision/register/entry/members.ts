import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, BodyOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { recordValues } from '#domain/record/field.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'
import type { MemberFacts } from '#domain/supervision/register/facts.ts'
import type {
  addMember as addContract,
  changeMember as changeContract,
  listMembers,
  MemberWire,
} from '#domain/supervision/register/group/contract.ts'
import type { MemberKind, MemberValues } from '#domain/supervision/register/group/fields.ts'
import { fieldsOfKind, memberFields } from '#domain/supervision/register/group/fields.ts'
import type { Day } from '#domain/values/day.ts'
import { leiRule, normaliseLei } from '#domain/values/lei.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { differ, onTopOf, storedColumnsOf, storedFieldsOf } from '#server/record/stored.ts'
import { entityOf } from '#server/supervision/register/entry/entity.ts'
import { invalid, lockRegister } from '#server/supervision/register/entry/lock.ts'
import { pageInOrder } from '#server/supervision/register/entry/page.ts'

type StoredMember = MemberWire & MemberFacts

/** The entities and branches `m` of a bank's group for which a condition holds. */
export async function membersWhere(
  db: Db,
  entityId: string,
  condition: RawBuilder<SqlBool> = sql`true`,
): Promise<StoredMember[]> {
  const { rows } = await sql<StoredMember>`
    select m.id, m.kind, ${storedFieldsOf('m', memberFields)}, m.created_on as "enteredOn", m.changed_on as "changedOn",
      m.version
    from register_member m where m.entity_id = ${entityId} and ${condition} order by m.id`.execute(db)
  return rows
}

async function memberOf(db: Db, actor: Actor, id: string): Promise<StoredMember> {
  const [found] = await membersWhere(db, actor.participantId, sql`m.id = ${id}`)
  if (!found) throw new DomainError('notFound')
  return found
}

export async function memberPage(
  db: Db,
  entityId: string,
  { id, ...asked }: QueryOf<typeof listMembers>,
): Promise<AnswerOf<typeof listMembers>> {
  return pageInOrder(await membersWhere(db, entityId, id ? sql`m.id = ${id}` : undefined), asked, 'name')
}

type About = { entityId: string; kind: MemberKind; enteredOn: Day; id: string | null }

/** A member as it is stored. @throws DomainError invalid with fields */
async function checked(db: Db, { entityId, kind, enteredOn, id }: About, values: MemberValues): Promise<MemberValues> {
  const faults: Record<string, string> = {}
  if (values.name === '') faults.name = memberFields.name.required
  const isOfKind = (name: string) => Object.hasOwn(fieldsOfKind[kind], name)
  for (const [name, value] of Object.entries(values)) {
    if (!isOfKind(name) && value !== null && value !== '')
      faults[name] = kind === 'BRANCH' ? 'Una sucursal no lo tiene' : 'Solo lo tiene una sucursal'
  }
  for (const field of ['lei', 'parentLei'] as const) {
    const fault = values[field] === null ? null : leiRule(values[field])
    if (fault) faults[field] ??= fault
  }
  const [lei = null, parentLei = null] = [values.lei, values.parentLei].map(each => each && normaliseLei(each))
  if (lei && !faults.lei) {
    const [taken] = await membersWhere(db, entityId, sql`m.lei = ${lei} and m.id is distinct from ${id}`)
    if (taken) faults.lei = `Ya consta ${taken.name} con este LEI`
    else if ((await entityOf(db, entityId)).lei === lei) faults.lei = 'Es el LEI de su entidad'
  }
  const { joinedOn, leftOn } = values
  if (leftOn && joinedOn && leftOn < joinedOn) faults.leftOn = 'La baja es anterior a la incorporación'
  // Without a day of its own, the file says the one on which it was added here.
  if (leftOn && !joinedOn && leftOn < enteredOn) faults.joinedOn = 'Escriba cuándo se incorporó, antes de la baja'
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return { ...values, lei, parentLei }
}

/** Adds an entity of the group or a branch (REG-25). @throws DomainError invalid with fields */
export async function addMember(
  tx: Transaction,
  actor: Actor,
  { kind, ...given }: BodyOf<typeof addContract>,
): Promise<MemberWire> {
  await lockRegister(tx, actor)
  const entityId = actor.participantId
  const values = await checked(
    tx.db,
    { entityId, kind, enteredOn: tx.today, id: null },
    onTopOf(emptyValues(memberFields), given),
  )
  const id = tx.newId()
  const columns = { ...storedColumnsOf(memberFields, values), created_on: tx.today, changed_on: tx.today }
  await tx.db
    .insertInto('register_member')
    .values({ ...columns, id, entity_id: entityId, kind } as never)
    .execute()
  tx.record({ event: 'register-member.added', object: { kind: 'register-member', id }, participantId: entityId })
  return memberOf(tx.db, actor, id)
}

/** @throws DomainError notFound, changedMeanwhile, invalid with fields */
export async function changeMember(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...given }: BodyOf<typeof changeContract>,
): Promise<MemberWire> {
  await lockRegister(tx, actor)
  const entityId = actor.participantId
  const now = await memberOf(tx.db, actor, id)
  const object = { kind: 'register-member', id } as const
  const fields = fieldsOfKind[now.kind]
  await refuseStale(tx.db, actor, version, {
    version: now.version,
    now: fieldWords(fields, now),
    yours: fieldWords(memberFields, given),
    labels: fieldLabels(memberFields),
    object,
  })
  const wanted = onTopOf(recordValues(memberFields, now), given)
  const values = await checked(tx.db, { ...now, entityId }, wanted)
  if (!differ(memberFields, values, now)) return now
  const columns = { ...storedColumnsOf(memberFields, values), changed_on: tx.today }
  await tx.db
    .updateTable('register_member')
    .set(eb => ({ ...columns, version: eb('version', '+', 1) }) as never)
    .where('id', '=', id)
    .execute()
  tx.record({ event: 'register-member.changed', object, participantId: entityId })
  return memberOf(tx.db, actor, id)
}

/** Removes one without functions that no contract names. @throws DomainError notFound, memberUsed */
export async function removeMember(tx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockRegister(tx, actor)
  await memberOf(tx.db, actor, id)
  const { rows } = await sql`
    select from business_function where member_id = ${id}
    union all select from arrangement_member where member_id = ${id} limit 1`.execute(tx.db)
  if (rows.length > 0) throw new DomainError('memberUsed')
  await tx.db.deleteFrom('register_member').where('id', '=', id).execute()
  tx.record({
    event: 'register-member.removed',
    object: { kind: 'register-member', id },
    participantId: actor.participantId,
  })
}
