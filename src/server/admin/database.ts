import { sql } from 'kysely'
import type { PortalCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { grant, grantsFor } from '#server/database/privileges.ts'

const form = {
  usage: 'database roles [usuario] [--aplicar]',
  words: [1, 2] as [number, number],
  options: { aplicar: { type: 'boolean' } } as const,
}

/** Prints, or gives, the rights that the portal's own database user needs and no others (V13.2.1). */
export const database: PortalCommand = {
  ...form,
  readsOnly: true,
  async run(portal, given, { connection, owner }) {
    const { words, options } = readWords(form, given)
    const [word, role = 'almotacen_app'] = words
    if (word !== 'roles') throw new CommandError(`Uso: npm run admin -- ${form.usage}`)
    const { rows } = await sql<{ database: string; exists: boolean }>`
      select current_database() as database, exists (select from pg_roles where rolname = ${role}) as exists`.execute(
      portal.db,
    )
    const { database: name, exists } = rows[0]!
    if (!options.aplicar) {
      const create = exists ? [] : [`CREATE ROLE "${role}" LOGIN PASSWORD '(una contraseña nueva)'`]
      const statements = [...create, ...grantsFor(role, name)].map(statement => `${statement};`).join('\n')
      return `-- Ejecútelo el dueño de las tablas, o repita la orden con --aplicar. Después, DATABASE_URL es la de ${role}\n-- y DATABASE_OWNER_URL, la del dueño.\n${statements}`
    }
    if (!exists) {
      throw new CommandError(
        `No hay ningún usuario «${role}» en este servidor. Créelo antes: CREATE ROLE "${role}" LOGIN PASSWORD '…'`,
      )
    }
    await grant(owner ?? connection, role)
    return `El usuario «${role}» puede servir el portal y nada más.`
  },
}
