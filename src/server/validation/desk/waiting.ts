import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { calledBy } from '#domain/identity/user/user.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { QueueKind } from '#domain/validation/desk/due.ts'
import { queueKinds } from '#domain/validation/desk/due.ts'
import { isNotDeleted } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

type Fragment = RawBuilder<unknown>

/** The items that wait for CCI, by index: sent documentations and requests, and raised incidents. */
export const waiting: Record<QueueKind, Fragment> = {
  documentation: sent('DOC_MIN', documentationMachine.sets.underReview),
  report: sent('AUDIT_REPORT', reportRequestMachine.sets.underReview),
  incident: sql`
    select i.id, i.created_at as "receivedAt" from incident i
    where ${hasStatus(sql`i.status`, incidentMachine.sets.waiting)}
      and ${isNotDeleted(sql`i.provider_id`)} and ${isNotDeleted(sql`i.issuer_id`)}`,
}

function sent(kind: string, underReview: readonly string[]): Fragment {
  return sql`
    select v.id, v.sent_at as "receivedAt" from validation v
    where v.kind = ${sql.lit(kind)} and ${hasStatus(sql`v.status`, underReview)} and v.deleted_at is null
      and ${isNotDeleted(sql`v.participant_id`)}`
}

/** Queries of the same columns, one after the other. */
export const union = (parts: Fragment[]) => sql.join(parts, sql` union all `)

/** The assignment `a` of the item `w` counts: it is not older than the item, and its user is still there. */
export const isAssigned = sql<boolean>`(a.since >= w."receivedAt"
  and exists (select from portal_user u where u.id = a.user_id and u.deleted_at is null))`

/** An item that waits, and the user who has taken it. */
export type WaitingItem = { kind: QueueKind; id: string; receivedAt: string; assigneeId: string | null }

/** The items of a kind that wait, as `WaitingItem`. */
export const withAssignees = (kind: QueueKind) => sql`
  select ${sql.lit(kind)} as kind, w.id, w."receivedAt", case when ${isAssigned} then a.user_id end as "assigneeId"
  from (${waiting[kind]}) w left join queue_assignment a on a.kind = ${sql.lit(kind)} and a.object_id = w.id`

/** All that waits for CCI, the oldest first: what is due depends on the calendar, which the database does not know. */
export async function allWaiting(db: Db): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select * from (${union(queueKinds.map(withAssignees))}) w order by "receivedAt", id`.execute(db)
  return rows
}

export type Assignment = { version: number; assignee: { id: string; name: string } | null }

type AssignmentRow = {
  id: string
  version: number
  userId: string | null
  name: string
  surnames: string
  email: string
}

/** The assignments of some items that wait, by the id of the item. */
export async function assignmentsOf(
  db: Db,
  items: readonly { id: string; receivedAt: string }[],
): Promise<Map<string, Assignment>> {
  const { rows } = await sql<AssignmentRow>`
    select w.id, a.version, u.id as "userId", u.name, u.surnames, u.email
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as w (id text, "receivedAt" timestamptz)
      join queue_assignment a on a.object_id = w.id
      left join portal_user u on u.id = a.user_id and u.deleted_at is null and a.since >= w."receivedAt"`.execute(db)
  return new Map(
    rows.map(({ id, version, userId, ...user }) => [
      id,
      { version, assignee: userId === null ? null : { id: userId, name: calledBy(user) } },
    ]),
  )
}
