import { sql } from 'kysely'
import type { Db } from '#server/platform/database/connect.ts'

/** The overview rows and counts that are not what the tables say (decision 026); empty when all are right. */
export async function wrongOverview(db: Db): Promise<string[]> {
  const { rows } = await sql<{ wrong: string }>`
    select concat('row ', coalesce(o.id, s.id), ' is ', to_jsonb(o), ', not ', to_jsonb(s)) as wrong
    from overview_row o full join overview_source s on s.id = o.id
    where to_jsonb(o) is distinct from to_jsonb(s)
    union all
    select concat('count ', to_jsonb(c), ', not ', coalesce(n.rows, 0))
    from overview_count c full join (
      select o.kind, f.facet, f.value, f.day, o.published, o.sent, count(*) as rows
      from overview_source o
        cross join lateral overview_facets(jsonb_populate_record(null::overview_row, to_jsonb(o))) f
      group by 1, 2, 3, 4, 5, 6) n
      using (kind, facet, value, day, published, sent)
    where c.rows is distinct from n.rows
    union all
    select concat('stale ', cause, ' ', object_id) from overview_stale`.execute(db)
  return rows.map(({ wrong }) => wrong)
}
