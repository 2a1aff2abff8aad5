import { sql } from 'kysely'
import type { PortalCommand } from '#server/admin/command.ts'
import { grant, grantsFor } from '#server/database/privileges.ts'

const usage = 'database roles [usuario] [--aplicar]'

/** Prints, or gives, the rights that the portal's own database user needs and no others (V13.2.1). */
export const database: PortalCommand = {
  usage,
  async run(portal, [word, ...words], { connection, owner }) {
    if (word !== 'roles') return `Uso: ${usage}`
    const role = words.find(each => !each.startsWith('--')) ?? 'almotacen_app'
    const { rows } = await sql<{ database: string; exists: boolean }>`
      select current_database() as database, exists (select from pg_roles where rolname = ${role}) as exists`.execute(
      portal.db,
    )
    const { database: name, exists } = rows[0]!
    if (!words.includes('--aplicar')) {
      const create = exists ? [] : [`CREATE ROLE "${role}" LOGIN PASSWORD '(una contraseña nueva)'`]
      const statements = [...create, ...grantsFor(role, name)].map(statement => `${statement};`).join('\n')
      return `-- Ejecútelo el dueño de las tablas, o repita la orden con --aplicar. Después, DATABASE_URL es la de ${role}\n-- y DATABASE_OWNER_URL, la del dueño.\n${statements}`
    }
    if (!exists) {
      process.exitCode = 1
      return `No hay ningún usuario «${role}» en este servidor. Créelo antes: CREATE ROLE "${role}" LOGIN PASSWORD '…'`
    }
    await grant(owner ?? connection, role)
    return `El usuario «${role}» puede servir el portal y nada más.`
  },
}
