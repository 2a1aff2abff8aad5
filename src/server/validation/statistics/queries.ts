import { sql } from 'kysely'
import { type DocumentStatus, documentMachine } from '#domain/states/document.ts'
import type { StatisticsWire } from '#domain/validation/statistics/contract.ts'
import { quantile, twelveMonths } from '#domain/validation/statistics/statistics.ts'
import type { Day } from '#domain/values/day.ts'
import { addYears, startOfDayInMadrid } from '#domain/values/day.ts'
import { workingDaysBetween } from '#domain/values/working-days.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** The documents and entities of a table. */
const ROWS_MAX = 50

/** What happened in twelve months and what lapses in the next; of living participants and sent validations only. */
export async function statisticsOf(db: Db, today: Day, holidays: readonly Day[]): Promise<StatisticsWire> {
  const since = startOfDayInMadrid(`${twelveMonths(today, true)[0]}-01`)
  return {
    waiting: await waitingOf(db, since, twelveMonths(today, true), holidays),
    rejections: await rejectionsOf(db, since),
    expiries: await expiriesOf(db, today),
    readers: await readersOf(db, since),
  }
}

/** Grouped by the two days, so that the answer grows with the days and not with the validations. */
async function waitingOf(
  db: Db,
  since: string,
  months: readonly string[],
  holidays: readonly Day[],
): Promise<StatisticsWire['waiting']> {
  const { rows } = await sql<{ sent: string; decided: string; count: number }>`
    select (sent_at at time zone 'Europe/Madrid')::date::text as sent,
           (decided_at at time zone 'Europe/Madrid')::date::text as decided, count(*)::int as count
    from validation where decided_at >= ${since} and sent_at <= decided_at and deleted_at is null
    group by 1, 2`.execute(db)
  return months.map(month => {
    const values = rows
      .filter(({ decided }) => decided.startsWith(month))
      .map(({ sent, decided, count }) => ({ value: workingDaysBetween(sent, decided, holidays), count }))
    return {
      month,
      decided: values.reduce((sum, { count }) => sum + count, 0),
      median: quantile(values, 0.5),
      p90: quantile(values, 0.9),
    }
  })
}

async function rejectionsOf(db: Db, since: string): Promise<StatisticsWire['rejections']> {
  const { rows } = await sql<{ name: string; status: DocumentStatus; count: number }>`
    select d.name, w.status, count(*)::int as count
    from document_version w join document d on d.id = w.document_id
    where w.decided_at >= ${since} and w.decided_by is not null
    group by d.name, w.status`.execute(db)
  const found = new Map<string, { document: string; decided: number; rejected: number }>()
  for (const { name, status, count } of rows) {
    const each = found.get(name) ?? { document: name, decided: 0, rejected: 0 }
    each.decided += count
    if (documentMachine.is.rejected(status)) each.rejected += count
    found.set(name, each)
  }
  return [...found.values()]
    .toSorted((a, b) => b.rejected - a.rejected || b.decided - a.decided || (a.document < b.document ? -1 : 1))
    .slice(0, ROWS_MAX)
}

async function expiriesOf(db: Db, today: Day): Promise<StatisticsWire['expiries']> {
  const months = twelveMonths(today)
  const end = addYears(`${months[0]}-01`, 1)
  const living = sql`join validation v on v.id = x.validation_id and v.deleted_at is null and v.status is not null
    join participant p on p.id = v.participant_id and p.deleted_at is null`
  const { rows } = await sql<{ month: string; kind: 'documents' | 'scores'; count: number }>`
    select to_char(x.expires_on, 'YYYY-MM') as month, x.kind, count(*)::int as count from (
      select w.expires_on, d.validation_id, 'documents' as kind
      from document_version w join document d on d.id = w.document_id
      where w.is_current and w.deleted_at is null and w.expires_on >= ${today} and w.expires_on < ${end}
      union all
      select s.expires_on, s.validation_id, 'scores' from score s
      where s.is_current and s.expires_on >= ${today} and s.expires_on < ${end}) x ${living}
    group by 1, 2`.execute(db)
  const countOf = (month: string, kind: 'documents' | 'scores') =>
    rows.find(row => row.month === month && row.kind === kind)?.count ?? 0
  return months.map(month => ({ month, documents: countOf(month, 'documents'), scores: countOf(month, 'scores') }))
}

async function readersOf(db: Db, since: string): Promise<StatisticsWire['readers']> {
  const { rows } = await sql<{ entity: string; reads: number; providers: number }>`
    select e.display_name as entity, count(*)::int as reads, count(distinct v.participant_id)::int as providers
    from file_read r
    join portal_user u on u.id = r.user_id
    join participant e on e.id = u.participant_id and e.kind = 'ENTITY' and e.deleted_at is null
    left join document_version w on w.id = r.version_id
    left join document d on d.id = w.document_id
    left join score s on s.id = r.score_id
    join validation v on v.id = coalesce(d.validation_id, s.validation_id) and v.participant_id <> e.id
    where r.read_at >= ${since} and not r.by_centre
    group by e.id, e.display_name order by reads desc, entity limit ${ROWS_MAX}`.execute(db)
  return rows
}
