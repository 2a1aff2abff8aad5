import { sql } from 'kysely'
import { SESSION_LIMITS } from '#domain/identity/session/limits.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { after } from '#server/platform/clock.ts'

/** What the database knows: queues, stored files, and how far the audit log is signed. One row of numbers. */
export async function measured({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number | null>>`
    select
      (select count(*)::float8 from outbox_mail where sent_at is null and given_up_at is null) as mails_waiting,
      (select coalesce(extract(epoch from ${clock.now()}::timestamptz - min(created_at)), 0)::float8
        from outbox_mail where sent_at is null and given_up_at is null) as oldest_mail_seconds,
      (select count(*)::float8 from outbox_mail where sent_at is null and attempts > 0) as mails_failing,
      (select count(*)::float8 from outbox_mail where sent_at is null and given_up_at is not null) as mails_given_up,
      (select greatest(reltuples, 0)::float8 from pg_class where oid = 'stored_file'::regclass) as files,
      (select count(*)::float8 from file_damage where kind <> 'orphan') as files_damaged,
      (select count(*)::float8 from session where ended_at is null and last_seen_at > ${after(clock.now(), -SESSION_LIMITS.idleMs)}::timestamptz) as sessions`.execute(
    db,
  )
  return Object.fromEntries(Object.entries(onlyOf(rows)).map(([name, value]) => [name, value ?? 0]))
}
