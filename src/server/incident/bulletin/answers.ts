import { sql } from 'kysely'
import { calledBy } from '#domain/identity/user/user.ts'
import type { Impact } from '#domain/incident/bulletin/bulletin.ts'
import { fewBanks } from '#domain/incident/bulletin/bulletin.ts'
import type { ClockMoments } from '#domain/incident/bulletin/clock.ts'
import { deadlinesOf } from '#domain/incident/bulletin/clock.ts'
import type { AcknowledgementWire, BulletinWire, ClockWire } from '#domain/incident/bulletin/contract.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'

type Own = Omit<AcknowledgementWire, 'by'> & { bulletinId: string; name: string; surnames: string; email: string }

/** What a bank answered to some bulletins. */
export async function ownAcknowledgementsOf(
  db: Db,
  entityId: string,
  ids: readonly string[],
): Promise<Map<string, AcknowledgementWire>> {
  const { rows } = await sql<Own>`
    select a.bulletin_id as "bulletinId", a.impact, a.shared, a.note, a.at, a.version, u.name, u.surnames, u.email
    from acknowledgement a join portal_user u on u.id = a.user_id
    where a.entity_id = ${entityId} and a.bulletin_id = any(${[...ids]}::text[])`.execute(db)
  return new Map(
    rows.map(({ bulletinId, name, surnames, email, ...row }) => [
      bulletinId,
      { ...row, by: calledBy({ name, surnames, email }) },
    ]),
  )
}

/** The moments that a bank wrote for some bulletins, with their deadlines. */
export async function clocksOf(
  db: Db,
  entityId: string,
  ids: readonly string[],
  holidays: readonly Day[],
): Promise<Map<string, ClockWire>> {
  const { rows } = await sql<ClockMoments & { bulletinId: string; version: number }>`
    select c.bulletin_id as "bulletinId", c.aware_at as "awareAt", c.classified_at as "classifiedAt",
      c.initial_sent_at as "initialSentAt", c.intermediate_sent_at as "intermediateSentAt", c.version
    from impact_clock c where c.entity_id = ${entityId} and c.bulletin_id = any(${[...ids]}::text[])`.execute(db)
  return new Map(
    rows.map(({ bulletinId, ...clock }) => [bulletinId, { ...clock, deadlines: deadlinesOf(clock, holidays) }]),
  )
}

/** How many living banks some bulletins reached, and how many of them acknowledged, without an exact small number. */
export async function answerCountsOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { told: string; acknowledged: string }>> {
  const { rows } = await sql<{ id: string; told: number; acknowledged: number }>`
    select b.id, count(p.id) as told, count(a.id) filter (where p.id is not null) as acknowledged
    from bulletin b
      left join bulletin_sent t on t.bulletin_id = b.id
      left join participant p on p.id = t.entity_id and p.deleted_at is null
      left join acknowledgement a on a.bulletin_id = t.bulletin_id and a.entity_id = t.entity_id
    where b.id = any(${[...ids]}::text[]) group by b.id`.execute(db)
  return new Map(
    rows.map(({ id, told, acknowledged }) => [id, { told: fewBanks(told), acknowledged: fewBanks(acknowledged) }]),
  )
}

type Acknowledged = NonNullable<BulletinWire['acknowledgements']>[number]

/** Who acknowledged some bulletins, with the impact where the bank shares it (AFFECT-09). */
export async function acknowledgementsOf(db: Db, ids: readonly string[]): Promise<Map<string, Acknowledged[]>> {
  const { rows } = await sql<Acknowledged & { bulletinId: string; impact: Impact | null }>`
    select a.bulletin_id as "bulletinId", a.entity_id as "entityId", p.display_name as entity, a.at,
      case when a.shared then a.impact end as impact
    from acknowledgement a join participant p on p.id = a.entity_id and p.deleted_at is null
    where a.bulletin_id = any(${[...ids]}::text[]) order by a.at, a.id`.execute(db)
  const grouped = Map.groupBy(rows, row => row.bulletinId)
  return new Map([...grouped].map(([id, those]) => [id, those.map(({ bulletinId: _id, ...row }) => row)]))
}
