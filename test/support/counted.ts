import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'

/** The participants whose stored counters differ from a count of their validations (decision 016). */
export async function miscounted(db: Db) {
  const { rows } = await sql<{ display_name: string; requests: number; documentations: number }>`
    select p.display_name, p.requests, p.documentations from participant p
    where p.requests <> (select count(*) from validation v
        where v.participant_id = p.id and v.kind = 'AUDIT_REPORT' and v.deleted_at is null)
      or p.documentations <> (select count(*) from validation v
        where v.participant_id = p.id and v.kind = 'DOC_MIN' and v.status is not null and v.deleted_at is null)`.execute(
    db,
  )
  return rows
}
