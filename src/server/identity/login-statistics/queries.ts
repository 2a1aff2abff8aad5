import { sql } from 'kysely'
import type { QueryOf } from '#domain/contract/contract.ts'
import type { LoginWire, listLogins } from '#domain/identity/login-statistics/contract.ts'
import { elapsedSeconds, isActive, SCORE_FILE } from '#domain/identity/login-statistics/login-statistics.ts'
import { SESSION_LIMITS } from '#domain/identity/session/limits.ts'
import { PING_MS } from '#domain/identity/session/ping.ts'
import { filterInstants } from '#domain/list/filter-days.ts'
import { contains, nameMatches } from '#server/participant/queries.ts'
import { after } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'

export type LoginFilters = Omit<QueryOf<typeof listLogins>, 'page' | 'size' | 'sort'>

/** The sessions that match the filters; sessions of deleted participants are hidden (D44). */
export function logins(db: Db, { email, nameGenericEntity, from, to, active }: LoginFilters, now: string) {
  let found = db
    .selectFrom('session as s')
    .innerJoin('portal_user as u', 'u.id', 's.user_id')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .where('p.deleted_at', 'is', null)
  if (email) found = found.where(contains(email, sql`u.email`))
  if (nameGenericEntity) found = found.where(nameMatches(nameGenericEntity))
  const asked = filterInstants(from, to)
  if (asked.from) found = found.where('s.started_at', '>=', asked.from)
  if (asked.to) found = found.where('s.started_at', '<=', asked.to)
  if (active !== undefined) {
    // The same rule as isActive in the domain; a test compares the two.
    const isOpen = sql<boolean>`(s.ended_at is null and s.last_seen_at > ${after(now, -PING_MS)})`
    found = found.where(active ? isOpen : sql<boolean>`not ${isOpen}`)
  }
  return found
}

/** Whether a session comes after another in order of start. */
export function follows(id: string, direction: 'asc' | 'desc') {
  const place = sql`(s.started_at, s.id)`
  const last = sql`(select started_at, id from session where id = ${id})`
  return direction === 'asc' ? sql<boolean>`${place} > ${last}` : sql<boolean>`${place} < ${last}`
}

export const loginSelection = [
  's.id',
  's.started_at',
  's.last_seen_at',
  's.ended_at',
  'u.email',
  'p.display_name as participantName',
] as const

type LoginRow = {
  id: string
  started_at: string
  last_seen_at: string
  ended_at: string | null
  email: string
  participantName: string
}

/** The end of a session: a late sign-out or password change does not move the end of a session that had timed out. */
function endOf({ ended_at, last_seen_at }: LoginRow): string {
  return ended_at === null || ended_at > after(last_seen_at, SESSION_LIMITS.idleMs) ? last_seen_at : ended_at
}

/** Sessions as the API returns them (STAT-03), with the downloads of each; two queries for any number of sessions. */
export async function loginWires(db: Db, rows: readonly LoginRow[], now: string): Promise<LoginWire[]> {
  const downloads = await downloadsOf(
    db,
    rows.map(row => row.id),
  )
  return rows.map(row => {
    const end = endOf(row)
    return {
      email: row.email,
      token: row.id,
      visitDateInput: row.started_at,
      endSession: end,
      nameGenericEntity: row.participantName,
      elapsedTime: elapsedSeconds(row.started_at, end),
      active: isActive({ endedAt: row.ended_at, lastSeenAt: row.last_seen_at }, now),
      downloadFiles: downloads.get(row.id) ?? [],
    }
  })
}

/** The completed downloads of some sessions: document and owner. None of a deleted participant (D44). */
async function downloadsOf(db: Db, sessions: readonly string[]): Promise<Map<string, LoginWire['downloadFiles']>> {
  if (sessions.length === 0) return new Map()
  const rows = await db
    .selectFrom('file_read as r')
    .leftJoin('document_version as x', 'x.id', 'r.version_id')
    .leftJoin('document as d', 'd.id', 'x.document_id')
    .leftJoin('score as k', 'k.id', 'r.score_id')
    .leftJoin('validation as v', join =>
      join.on(eb => eb('v.id', '=', eb.fn.coalesce('d.validation_id', 'k.validation_id'))),
    )
    .leftJoin('incident_document as i', 'i.id', 'r.incident_document_id')
    .leftJoin('incident as n', 'n.id', 'i.incident_id')
    .innerJoin('participant as p', join =>
      join.on(eb => eb('p.id', '=', eb.fn.coalesce('v.participant_id', 'n.provider_id'))),
    )
    .select(eb => [
      'r.session_id',
      'r.read_at',
      'p.display_name',
      eb.fn.coalesce('d.name', 'i.name', eb.val(SCORE_FILE)).as('name'),
    ])
    .where('r.session_id', 'in', sessions)
    .where('p.deleted_at', 'is', null)
    .orderBy('r.read_at')
    .orderBy('r.id')
    .execute()
  const found = new Map<string, LoginWire['downloadFiles']>()
  for (const { session_id, read_at, display_name, name } of rows) {
    const list = found.get(session_id!) ?? []
    list.push({ name: name as string, nameGenericEntity: display_name, readAt: read_at })
    found.set(session_id!, list)
  }
  return found
}
