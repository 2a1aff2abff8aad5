/** Whether the database can be used, is of this release, and keeps what it acknowledges. */
import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import type { Check, Site } from '#server/operation/doctor/finding.ts'
import { broken, ofDatabase, ok, together, warn } from '#server/operation/doctor/finding.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { pendingMigrations } from '#server/platform/database/migrate.ts'
import { version } from '#server/platform/installation/version.ts'
import type { Obstacle } from '#server/platform/operation/readiness.ts'
import { findObstacle } from '#server/platform/operation/readiness.ts'

export const release: Check = {
  name: 'version',
  title: 'Versión',
  look: ofDatabase(async ({ db }) => {
    const there = await sql<{ yes: boolean }>`select to_regclass('public.kysely_migration') is not null as yes`.execute(
      db,
    )
    if (!onlyOf(there.rows).yes)
      return broken(
        `Versión ${version}; en esta base de datos no hay ningún portal.`,
        'Compruebe DATABASE_URL y DATA_DIR.',
      )
    const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    const pending = await pendingMigrations(applied.rows.map(({ name }) => name)).catch(() => null)
    if (pending === null)
      return broken(
        `Versión ${version}; la base de datos es de una versión posterior.`,
        'Use los mandos de la versión que sirve.',
      )
    if (pending.length === 0) return ok(`${version}, con todas sus migraciones.`)
    const count = pending.length === 1 ? 'le falta 1 migración' : `le faltan ${pending.length} migraciones`
    return warn(
      `Versión ${version}; a la base de datos ${count}.`,
      'Arranque esta versión, o ejecute npm run admin -- migrate.',
    )
  }),
}

const obstacles: Record<Obstacle, [found: string, advice: string]> = {
  database: ['No responde.', 'Compruebe que PostgreSQL está en marcha.'],
  databaseReadOnly: ['No admite escrituras: es de solo lectura o una réplica.', 'Conecte con la primaria.'],
  databaseFull: ['Su disco está lleno.', 'Haga sitio en el disco de la base de datos.'],
  files: ['DATA_DIR no admite ficheros.', 'Haga sitio en DATA_DIR y revise sus permisos.'],
}

export const reach: Check = {
  name: 'database',
  title: 'Base de datos',
  async look(site) {
    const { db, clock, settings, unreached } = site
    if (!db) return unreached ?? broken(...obstacles.database)
    const found = await findObstacle(db, clock, settings)
    if (found) return broken(...obstacles[found.obstacle])
    const { rows } = await sql<{ server: string }>`select current_setting('server_version') as server`.execute(db)
    return ok(`PostgreSQL ${onlyOf(rows).server} responde y admite escrituras.`)
  },
}

/** The connections that one server may open: of calls, of jobs, for their locks, and to hear of changes; and two. */
function connectionsOf({ workers, databasePool, databaseDirectUrl }: Site['settings']): number {
  const [jobs, locks, heard] = [3, 8, 1]
  // Those of calls and jobs lead through a pooler, where there is one.
  const direct = databaseDirectUrl ? 0 : databasePool + jobs
  return workers * (direct + locks + heard) + 2
}

async function settingsIn(db: Db): Promise<Record<string, string>> {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'max_connections', 'superuser_reserved_connections']
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${names})`.execute(db)
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

export const databaseSettings: Check = {
  name: 'databaseSettings',
  title: 'Ajustes de PostgreSQL',
  look: ofDatabase(async ({ db, settings }) => {
    const set = await settingsIn(db)
    const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(name => set[name] === 'off')
    const free = Number(set.max_connections) - Number(set.superuser_reserved_connections)
    const needed = connectionsOf(settings)
    return together(
      [
        off.length === 0
          ? null
          : broken(
              `Con ${off.join(', ')} = off un corte de luz pierde lo que se dio por guardado.`,
              `Ponga on en ${off.join(', ')} y recargue PostgreSQL.`,
            ),
        needed <= free
          ? null
          : warn(
              `Un servidor puede abrir ${needed} conexiones y PostgreSQL admite ${free}.`,
              'Suba max_connections, o baje WORKERS o DATABASE_POOL.',
            ),
      ],
      `Guarda lo que confirma; ${free} conexiones para las ${needed} de un servidor.`,
    )
  }),
}
