import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'

type Asked = { page: number; size: number; sort: string }
type Sql = RawBuilder<unknown>

/**
 * A page of a list that PostgreSQL orders, and its total (API-05). `sorts` has the expression of each order of the
 * contract. `orderOf` writes the whole order: an index serves it only as it is written, so each list says where its
 * nulls go and what orders equal rows. `total` is for a list that can be counted with fewer joins.
 */
export async function pageOfQuery<DB, Tables extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, Tables, Row>,
  { page, size, sort }: Asked,
  sorts: Readonly<Record<string, Sql>>,
  orderOf: (key: Sql, way: Sql) => Sql,
  total: Promise<number> = totalOf(found),
): Promise<{ rows: Row[]; total: number }> {
  const [key = '', direction] = sort.split(',')
  const way = sql.raw(direction === 'desc' ? 'desc' : 'asc')
  const ordered = found.orderBy(orderOf(sorts[key]!, way))
  const [rows, counted] = await Promise.all([
    ordered
      .limit(size)
      .offset(page * size)
      .execute(),
    total,
  ])
  return { rows, total: counted }
}

/** How many rows a query finds, whatever it selects. */
export async function totalOf<DB, Tables extends keyof DB>(
  found: SelectQueryBuilder<DB, Tables, unknown>,
): Promise<number> {
  const counted = found.clearSelect().select(sql<number>`count(*)`.as('total'))
  return ((await counted.executeTakeFirstOrThrow()) as { total: number }).total
}
