import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'

/** What a participant and its users are known by: whoever reads one of these reads something of it. */
export async function traitsOf(db: Db, participantId: string): Promise<string[]> {
  const { rows } = await sql<{ trait: string }>`
    select distinct trait from (
      select unnest(array[p.display_name, p.name, p.commercial_name, p.business_name, p.cif, p.email, p.web,
        p.billing_email, p.security_leader, p.incident_contact, p.contact->>'name']) as trait
      from participant p where p.id = ${participantId}
      union all
      select unnest(array[u.email, u.name || ' ' || u.surnames, u.surnames])
      from portal_user u where u.participant_id = ${participantId}
      union all select i.email from invitation i where i.participant_id = ${participantId}
      union all select i.contact_person from invitation i where i.participant_id = ${participantId}
    ) t where length(trim(trait)) > 4`.execute(db)
  return rows.map(row => row.trait)
}

/** The id of the participant, and of one of each kind of thing it has. */
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
