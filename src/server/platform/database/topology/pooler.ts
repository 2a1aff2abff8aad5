import { sql } from 'kysely'
import pg from 'pg'
import { onlyOf } from '#domain/values/certain.ts'
import type { Db, Limits } from '#server/platform/database/connect.ts'

/**
 * A pooler in transaction mode passes on no settings of a session, so its role must have them.
 * @returns the statements that give it those that it lacks
 */
export async function limitsMissing(db: Db, limits: Limits): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`
    select current_user as role, current_setting('statement_timeout') as statement_timeout,
      current_setting('lock_timeout') as lock_timeout,
      current_setting('idle_in_transaction_session_timeout') as idle_in_transaction_session_timeout,
      current_setting('enable_mergejoin') as enable_mergejoin`.execute(db)
  const { role, ...found } = onlyOf(rows)
  const wanted: Record<string, string> = {
    statement_timeout: `'${limits.statement}ms'`,
    lock_timeout: `'${limits.lock}ms'`,
    idle_in_transaction_session_timeout: `'${limits.idle}ms'`,
    enable_mergejoin: 'off',
  }
  // '0' is no limit; other limits than ours are the operator's choice.
  return Object.entries(wanted).flatMap(([name, value]) =>
    ['0', 'on'].includes(found[name]!) ? [`ALTER ROLE ${pg.escapeIdentifier(role!)} SET ${name} = ${value};`] : [],
  )
}
