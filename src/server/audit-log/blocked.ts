import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

/**
 * The blocked part of an entry that names a deleted party (D44): everything, or only the evaluator's name, which no
 * sentence contains.
 */
export type Blocked = 'entry' | 'evaluator'

/**
 * The blocked entries among some. An entry belongs to every party that it names by id. An incident's entry belongs to
 * its provider and its issuer, even when it names neither; once the incident is gone, both count as deleted. An
 * evaluator's name stays where its scores were published (decision 011).
 */
export async function blockedOf(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<number, Blocked>> {
  const rows = await blocked(db, { numbers })
  return new Map(rows.map(row => [Number(row.number), row.entry ? 'entry' : 'evaluator']))
}

// Prepared: every lookup uses a key, and planning takes ten times as long.
const blocked = statement((db, { numbers }: { numbers: readonly number[] }) =>
  sql<{ number: number; entry: boolean }>`
    select * from (
      select t.number, exists (
          select from participant p where p.deleted_at is not null and p.id in (
            t.participant_id, t.data ->> 'participantId', t.data ->> 'providerId', t.data ->> 'issuerId',
            case t.object_kind when 'participant' then t.object_id
              when 'user' then (select u.participant_id::text from portal_user u where u.id = t.object_id) end)
        ) or t.object_kind = 'incident' and not exists (
          select from incident i
          join participant p on p.id = i.provider_id and p.deleted_at is null
          join participant r on r.id = i.issuer_id and r.deleted_at is null
          where i.id = t.object_id
        ) as entry,
        exists (
          select from participant e where e.id = t.data ->> 'evaluatorId' and e.deleted_at is not null and not exists (
            select from validation v join score s on s.validation_id = v.id
            where v.id = coalesce(t.data ->> 'validationId', t.object_id) and v.evaluator_id = e.id)
        ) as evaluator
      from trail t where t.number in (select unnest((select ${numbers}::bigint[])))) b
    where entry or evaluator`.compile(db),
)
