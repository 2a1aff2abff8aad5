import { sql } from 'kysely'
import type { FileAnswer } from '#server/http/route.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Columns that give access to an account: in no export, not even its owner's. */
export const secrets = ['password_hash', 'secret_nonce', 'token_hash', 'device_id', 'code_hash', 'salt']

/** The rows of a query as stored, without secrets. */
export async function rowsOf(db: Db, query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{
    row: Record<string, unknown>
  }>`select to_jsonb(t) - ${secrets}::text[] as row from (${query}) t`.execute(db)
  return rows.map(each => each.row)
}

/** A copy of data as a file. */
export const jsonFileOf = (data: object, name: string): FileAnswer => ({
  bytes: Buffer.from(`${JSON.stringify(data, null, 2)}\n`),
  mediaType: 'application/json',
  name,
})
