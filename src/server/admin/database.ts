import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { grant, grantsFor } from '#server/platform/database/privileges.ts'

const form = {
  usage: 'database roles [user] [--apply]',
  words: [1, 2] as [number, number],
  // `--aplicar` is the name of `--apply` in earlier versions.
  options: { apply: { type: 'boolean' }, aplicar: { type: 'boolean' } } as const,
}

/** Prints or grants the minimum rights of the app's own database user (V13.2.1). */
export const database: AppCommand = {
  ...form,
  readsOnly: true,
  async run(app, given, { connection, owner }) {
    const { words, options } = readWords(form, given)
    const [word, role = 'almotacen_app'] = words
    if (word !== 'roles') throw new CommandError(`Usage: npm run admin -- ${form.usage}`)
    const { rows } = await sql<{ database: string; exists: boolean }>`
      select current_database() as database, exists (select from pg_roles where rolname = ${role}) as exists`.execute(
      app.db,
    )
    const { database: name, exists } = onlyOf(rows)
    if (!options.apply && !options.aplicar) {
      const create = exists ? [] : [`CREATE ROLE "${role}" LOGIN PASSWORD '(a new password)'`]
      const statements = [...create, ...grantsFor(role, name)].map(statement => `${statement};`).join('\n')
      return `-- Run this as the owner of the tables, or repeat the command with --apply. Then set DATABASE_URL to ${role}\n-- and DATABASE_OWNER_URL to the owner.\n${statements}`
    }
    if (!exists) {
      throw new CommandError(
        `This server has no user "${role}". Create it first: CREATE ROLE "${role}" LOGIN PASSWORD '…'`,
      )
    }
    await grant(owner ?? connection, role)
    return `The user "${role}" can serve the portal and nothing else.`
  },
}
