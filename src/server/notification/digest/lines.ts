import { sql } from 'kysely'
import type { Role } from '#domain/identity/roles.ts'
import { asksOf, type DigestKind, type DigestLine } from '#domain/notification/digest/digest.ts'
import { typesTogether } from '#domain/notification/notification.ts'
import type { Day } from '#domain/values/day.ts'
import { tellsOfDeleted } from '#server/notification/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A notification that waits for the digest of a user. */
export type WaitingLine = {
  userId: string
  notificationId: string
  path: string
  thing: string | null
  expiresOn: Day | null
}

export async function keepForDigest(db: Db, lines: readonly WaitingLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into digest_line (user_id, notification_id, path, thing, expires_on)
    select "userId", "notificationId", path, thing, "expiresOn" from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line ("userId" text, "notificationId" text, path text, thing text, "expiresOn" date)`.execute(db)
}

/**
 * The lines `d` of notifications `n` that a digest takes. The choice of now counts: a line whose type was switched to
 * 'at once' meanwhile, or off, is taken by the daily digest, which leaves the latter out.
 */
const taken = (kind: DigestKind, until: string) => sql`
  digest_line d join notification n on n.id = d.notification_id
    left join mail_preference m on m.user_id = d.user_id and m.type = n.type
  where n.created_at <= ${until} and case
      when m.by_mail and m.mode = 'WEEKLY' then 'WEEKLY'
      when m.by_mail is not false and coalesce(m.mode, 'NOW') in ('NOW', 'NEVER') and n.type = any(${typesTogether}) then 'EXPIRIES'
      else 'DAILY' end = ${kind}`

/** The users with waiting lines that were written until an instant. */
export async function usersWaiting(db: Db, kind: DigestKind, until: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct d.user_id as id from ${taken(kind, until)} order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

type Reader = { userId: string; participantId: string; role: Role }
type Row = Omit<DigestLine, 'subject' | 'asks'> & { subjectId: string | null; subjectName: string | null }

/**
 * Takes a user's lines off the list. What is read, settled or hidden by now (D44, D64), or switched off, is not
 * answered. A second server waits for the first and finds none.
 */
export async function takeLines(
  db: Db,
  { userId, participantId, role, kind, until }: Reader & { kind: DigestKind; until: string },
): Promise<DigestLine[]> {
  const { rows } = await sql<Row>`
    with due as (
      select d.user_id, d.notification_id, m.by_mail is false as off from ${taken(kind, until)} and d.user_id = ${userId}),
    gone as (
      delete from digest_line d using due where d.user_id = due.user_id and d.notification_id = due.notification_id
      returning d.*, due.off)
    select h.type, h.message, h.message_english as english, h.created_at as at, h.about, g.path, g.thing, g.expires_on as "expiresOn",
      s.id as "subjectId", s.display_name as "subjectName"
    from gone g join notification h on h.id = g.notification_id
      left join participant s on s.id = coalesce(h.info->>'idProvider', h.info->>'idGenericEntity')
    where not g.off and not ${tellsOfDeleted}
      and not exists (select from notification_read r where r.notification_id = h.id and r.user_id = g.user_id)
    order by h.id`.execute(db)
  return rows.map(({ subjectId, subjectName, ...line }) => ({
    ...line,
    asks: asksOf(line.type, role),
    subject: subjectId === null ? null : { name: subjectName!, own: subjectId === participantId },
  }))
}
