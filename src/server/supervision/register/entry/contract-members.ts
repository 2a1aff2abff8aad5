import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { invalid } from '#server/supervision/register/entry/lock.ts'
import { membersWhere } from '#server/supervision/register/entry/members.ts'

/* Who of a bank's group signs and uses a contract (REG-25). The bank itself is named by its own id, and stored as no member. */

/** What a body says of them; what it does not say stays. */
export type Members = { signers?: readonly string[] | undefined; users?: readonly string[] | undefined }
type Said = Pick<ArrangementWire, 'signers' | 'users' | 'signedBy' | 'usedBy'>

export const noMembers: Said = { signers: [], users: [], signedBy: '', usedBy: '' }

/** Of the contracts `a` of a bank for which a condition holds, those that name anybody: the bank first, then entities and branches by name. */
export async function contractMembersWhere(
  db: Db,
  entityId: string,
  condition: RawBuilder<SqlBool>,
): Promise<Map<string, Said>> {
  const { rows } = await sql<{ arrangementId: string; role: 'SIGNS' | 'USES'; id: string; name: string }>`
    select w.arrangement_id as "arrangementId", w.role, coalesce(m.id, p.id) as id, coalesce(m.name, p.display_name) as name
    from arrangement_member w
      join arrangement a on a.id = w.arrangement_id
      join participant p on p.id = a.entity_id
      left join register_member m on m.id = w.member_id
    where a.entity_id = ${entityId} and ${condition}
    order by w.arrangement_id, m.id is not null, m.kind desc, m.name, m.id`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ arrangementId }) => arrangementId)].map(([id, its]) => {
      const of = (wanted: 'SIGNS' | 'USES') => its.filter(({ role }) => role === wanted)
      const [signers, users] = [of('SIGNS'), of('USES')]
      return [
        id,
        {
          signers: signers.map(each => each.id),
          users: users.map(each => each.id),
          signedBy: signers.map(({ name }) => name).join(', '),
          usedBy: users.map(({ name }) => name).join(', '),
        },
      ]
    }),
  )
}

/** The names of some, in that order. */
export async function memberNames(db: Db, entityId: string, ids: readonly string[]): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select id, display_name as name, 1 as place from participant where id = ${entityId}
      union all select id, name, case kind when 'MEMBER' then 2 else 3 end from register_member where entity_id = ${entityId}
    ) n where id = any(${ids}) order by place, name, id`.execute(db)
  return rows.map(({ name }) => name).join(', ')
}

/** @throws DomainError invalid with fields for one that is not of the bank's group, or a branch that signs */
export async function refuseStrangeMembers(db: Db, entityId: string, { signers, users }: Members): Promise<void> {
  if (!signers?.length && !users?.length) return
  const members = await membersWhere(db, entityId)
  const known = new Set([entityId, ...members.map(({ id }) => id)])
  const branches = new Set(members.flatMap(({ id, kind }) => (kind === 'BRANCH' ? id : [])))
  if (signers?.some(id => !known.has(id) || branches.has(id))) throw invalid({ signers: 'Elija entidades de su grupo' })
  if (users?.some(id => !known.has(id))) throw invalid({ users: 'Elija entidades o sucursales de su grupo' })
}

const isSame = (given: readonly string[] | undefined, now: readonly string[]) =>
  given === undefined || JSON.stringify([...new Set(given)].toSorted()) === JSON.stringify(now.toSorted())
export const isSameMembers = (given: Members, now: Said): boolean =>
  isSame(given.signers, now.signers) && isSame(given.users, now.users)

/** Writes who signs and uses a contract, where it is said. */
export async function writeMembers({ db }: Pick<Transaction, 'db'>, entityId: string, id: string, given: Members) {
  const roles = { SIGNS: given.signers, USES: given.users }
  for (const role of ['SIGNS', 'USES'] as const) {
    const ids = roles[role]
    if (!ids) continue
    await db.deleteFrom('arrangement_member').where('arrangement_id', '=', id).where('role', '=', role).execute()
    const rows = [...new Set(ids)].map(each => ({
      arrangement_id: id,
      role,
      member_id: each === entityId ? null : each,
    }))
    if (rows.length > 0) await db.insertInto('arrangement_member').values(rows).execute()
  }
}
