import { sql } from 'kysely'
import { profileWire } from '#domain/participant/profile-wire.ts'
import { emailRule } from '#domain/values/contact/email.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { participantWireOf } from '#server/participant/profile-row.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { tableNames } from '#server/platform/database/tables.ts'

const form = { usage: 'data check', words: [1, 1] as [number, number] }

/**
 * Lists stored rows that today's input rules would refuse, for instance rows of an earlier version. They stay readable;
 * the next edit of such a field asks for a valid value. Changes nothing. Exits with 1 if there are any.
 */
export const data: AppCommand = {
  ...form,
  readsOnly: true,
  async run({ db }, given) {
    const {
      words: [word],
    } = readWords(form, given)
    if (word !== 'check') throw new CommandError(`Usage: npm run admin -- ${form.usage}`)
    const faults = [...(await profileFaults(db)), ...(await addressFaults(db)), ...(await characterFaults(db))]
    if (faults.length === 0) return 'Every stored text follows the rules for input.'
    process.exitCode = 1
    return [
      `${faults.length} stored values do not follow the rules for input:`,
      ...faults.map(line => `  ${line}`),
    ].join('\n')
  },
}

/** Rows per query. */
const BATCH = 500

async function profileFaults(db: Db): Promise<string[]> {
  const faults: string[] = []
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('participant')
      .selectAll()
      .where('id', '>', after)
      .where('destroyed_at', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      const known = participantWireOf({ ...row, fav: [] }) as Record<string, unknown>
      const profile = Object.fromEntries(Object.keys(profileWire.shape).map(field => [field, known[field]]))
      const { error } = profileWire.safeParse({ ...profile, numEmployees: undefined })
      for (const { path, message } of error?.issues ?? []) {
        faults.push(`participant ${row.id} ${path.join('.')}: ${message}`)
      }
    }
    if (rows.length < BATCH) return faults
    after = rows.at(-1)!.id
  }
}

async function addressFaults(db: Db): Promise<string[]> {
  const users = await db.selectFrom('portal_user').select(['id', 'email']).where('destroyed_at', 'is', null).execute()
  return users.flatMap(({ id, email }) => {
    const fault = emailRule(email)
    return fault ? [`portal_user ${id} email: ${fault}`] : []
  })
}

/** Control and bidirectional characters in the text columns of every table whose rows have an `id`. */
async function characterFaults(db: Db): Promise<string[]> {
  const columns = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.is_generated = 'NEVER'
      and c.table_name = any(${tableNames}) and c.table_name not in ('participant', 'trail', 'overview_row')
      and exists (select from information_schema.columns i where i.table_schema = 'public'
        and i.table_name = c.table_name and i.column_name = 'id')
    order by 1, 2`.execute(db)
  const faults: string[] = []
  for (const { table, column } of columns.rows) {
    const { rows } = await sql<{ id: string }>`
      select id::text as id from ${sql.table(table)} where ${sql.ref(column)} ~ ${FORBIDDEN}`.execute(db)
    faults.push(...rows.map(({ id }) => `${table} ${id} ${column}: control characters`))
  }
  return faults
}

/** The characters that `textRule` refuses, as a PostgreSQL expression. */
const FORBIDDEN = '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f\\u202a-\\u202e\\u2066-\\u2069]'
