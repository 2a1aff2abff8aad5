import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'

/** Deletes the rows of files without a reference; the next sweep removes the files themselves. */
export async function forgetFiles(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  // Locks the rows first: a concurrent upload of the same content has committed its reference, or adds it after us.
  await db
    .selectFrom('stored_file')
    .select('sha256')
    .where('sha256', 'in', names)
    .orderBy('sha256')
    .forUpdate()
    .execute()
  await sql`
    with gone as (
      delete from stored_file f where f.sha256 = any(${names}::text[])
        and not exists (select from document_version w where w.sha256 = f.sha256)
        and not exists (select from score s where s.sha256 = f.sha256)
        and not exists (select from incident_document d where d.sha256 = f.sha256)
        and not exists (select from finding_file d where d.sha256 = f.sha256)
        and not exists (select from clarification_file d where d.sha256 = f.sha256)
        and not exists (select from document_help h where h.template_sha256 = f.sha256)
      returning sha256),
    judged as (delete from file_verdict v using gone where v.sha256 = gone.sha256)
    delete from file_damage d using gone where d.name = gone.sha256`.execute(db)
}
