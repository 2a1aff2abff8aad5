import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'
import { erasedColumns } from '#server/retention/erasure.ts'
import { secrets } from '#server/retention/stored-rows.ts'

/** The texts of a row that the purge erases: its column values, or the JSON within. */
const erasedTexts = (table: 'participant' | 'portal_user') => sql`(
  select text #>> '{}' as trait, t.id as row_id from ${sql.table(table)} t,
    jsonb_each(to_jsonb(t) - ${secrets}::text[]) c, jsonb_path_query(c.value, '$.** ? (@.type() == "string")') text
  where c.key = any(${erasedColumns(table)}::text[]))`

/** Texts unique to a participant and its users: an answer with one of them leaks their data. */
export async function traitsOf(db: Db, participantId: string): Promise<string[]> {
  const { rows } = await sql<{ trait: string }>`
    with erased as (
      select trait, row_id as owner from ${erasedTexts('participant')} p
      union all select trait, u.participant_id from ${erasedTexts('portal_user')} t join portal_user u on u.id = t.row_id)
    select distinct trait from erased e where owner = ${participantId} and length(trim(trait)) > 4
      and not exists (select from erased o where o.owner <> ${participantId} and strpos(o.trait, e.trait) > 0)
    order by trait`.execute(db)
  return rows.map(row => row.trait)
}

/** The ids of the participant and of one object of each kind. */
export async function idsOf(db: Db, participantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with v as (select id from validation where participant_id = ${participantId}),
      d as (select id from document where validation_id in (select id from v)),
      i as (select id from incident where provider_id = ${participantId} or issuer_id = ${participantId})
    select ${participantId} as id
    union all (select id from portal_user where participant_id = ${participantId} limit 1)
    union all (select id from invitation where participant_id = ${participantId} limit 1)
    union all (select id from validation where participant_id = ${participantId} order by kind limit 1)
    union all (select id from validation where participant_id = ${participantId} order by kind desc limit 1)
    union all (select id from d limit 1) union all (select id from i limit 1)
    union all (select id from document_version where document_id in (select id from d) limit 1)
    union all (select id from score where validation_id in (select id from v) limit 1)
    union all (select id from incident_document where incident_id in (select id from i) limit 1)`.execute(db)
  return rows.map(row => row.id)
}
