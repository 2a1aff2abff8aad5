import { csvColumns, csvRow } from '#domain/login-statistics/login-statistics.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import type { LoginFilters } from '#server/login-statistics/queries.ts'
import { loginColumns, logins, loginWires } from '#server/login-statistics/queries.ts'
import { writeCsv } from '#server/spreadsheet/write.ts'

/** So many at once: the server answers others between two batches. */
const BATCH = 1000

/**
 * The records that the filters let through as CSV, newest first (STAT-02, STAT-05 to STAT-08, D27).
 * @throws Refusal csvEmpty when there are none (ERR-27)
 */
export async function loginsAsCsv(db: Db, filters: LoginFilters, now: string): Promise<Uint8Array> {
  const rows: string[][] = []
  for (let last: { started_at: string; id: string } | null = null; ; ) {
    let next = logins(db, filters, now).select(loginColumns)
    if (last) {
      const { started_at, id } = last
      next = next.where(eb => eb(eb.refTuple('s.started_at', 's.id'), '<', eb.tuple(started_at, id)))
    }
    const batch = await next.orderBy('s.started_at', 'desc').orderBy('s.id', 'desc').limit(BATCH).execute()
    rows.push(...(await loginWires(db, batch, now)).map(csvRow))
    const end = batch.at(-1)
    if (!end || batch.length < BATCH) break
    last = end
  }
  if (rows.length === 0) throw new Refusal('csvEmpty')
  return writeCsv({ columns: [...csvColumns], rows })
}
