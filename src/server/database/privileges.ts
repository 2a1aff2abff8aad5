import pg from 'pg'
import type { Connection } from '#server/database/connect.ts'
import { appliedMigrations, migrate, pendingMigrations } from '#server/database/migrate.ts'

/** Any number: held while rights are given, since two servers that start at once may not change them together. */
const GRANT_LOCK = 72_616_003

/**
 * What makes `role` able to serve and nothing more: rows, but no tables, no triggers and no temporary ones; of the trail
 * it may add entries and read them. For the owner of the tables to run, as often as one likes.
 */
export function grantsFor(role: string, database: string): string[] {
  const to = pg.escapeIdentifier(role)
  const on = pg.escapeIdentifier(database)
  return [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    `REVOKE TEMPORARY ON DATABASE ${on} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${on} TO ${to}`,
    `GRANT USAGE ON SCHEMA public TO ${to}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${to}`,
    `REVOKE ALL ON trail, kysely_migration, kysely_migration_lock FROM ${to}`,
    `GRANT SELECT, INSERT ON trail TO ${to}`,
    // A key that signs in is added and taken away, each with its entry, and never exchanged in its row.
    `REVOKE UPDATE ON passkey FROM ${to}`,
    `GRANT UPDATE (counter, last_used_at, name) ON passkey TO ${to}`,
    `GRANT SELECT ON kysely_migration TO ${to}`,
  ]
}

/** Gives the rights of `grantsFor` in one transaction, so that whoever serves meanwhile never lacks any. */
export async function grant(owner: Connection, role: string): Promise<void> {
  await asking(owner, async client => {
    const { rows } = await client.query('SELECT current_database() AS name')
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [GRANT_LOCK])
    for (const statement of grantsFor(role, rows[0].name)) await client.query(statement)
    await client.query('COMMIT')
  })
}

/** The role that a connection signs in as. */
export async function roleOf(connection: Connection): Promise<string> {
  return asking(connection, async client => (await client.query('SELECT current_user AS name')).rows[0].name)
}

/**
 * The newest schema, and the application's rights on it. With an owner's connection the tables are the owner's. Without
 * one the application's own migrates, where it may; where it may not, the schema must already be the newest.
 * @throws Error with a Spanish sentence that says what to do.
 */
export async function prepareDatabase(application: Connection, owner: Connection | null): Promise<void> {
  if (owner) {
    await migrate(owner)
    await grant(owner, await roleOf(application))
    return
  }
  if (await mayMigrate(application)) return migrate(application)
  const pending = await pendingMigrations(await asking(application, appliedMigrations))
  if (pending.length === 0) return
  throw new Error(
    `La base de datos necesita actualizarse (${pending.join(', ')}) y el usuario de DATABASE_URL no puede hacerlo. ` +
      'Indique en DATABASE_OWNER_URL la conexión del dueño de las tablas y vuelva a arrancar el portal.',
  )
}

async function mayMigrate(application: Connection): Promise<boolean> {
  return asking(application, async client => {
    const { rows } = await client.query(`
      SELECT coalesce(
        (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('public.kysely_migration')),
        has_schema_privilege('public', 'CREATE')) AS may`)
    return rows[0].may
  })
}

/** What the connection's role may and should not, in Spanish; empty when it may just serve (V13.2.1). */
export async function excessOf(connection: Connection): Promise<string[]> {
  return asking(connection, async client => {
    const { rows } = await client.query(`
      SELECT rolsuper AS "es superusuario",
        rolcreaterole AS "puede crear usuarios",
        rolcreatedb AS "puede crear bases de datos",
        has_schema_privilege('public', 'CREATE') AS "puede crear tablas",
        pg_has_role(relowner, 'USAGE') AS "es dueño del registro de actividad",
        has_table_privilege('trail', 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS "puede cambiar el registro de actividad"
      FROM pg_roles, pg_class WHERE rolname = current_user AND pg_class.oid = 'trail'::regclass`)
    return Object.entries(rows[0]).flatMap(([right, has]) => (has ? [right] : []))
  })
}

async function asking<T>(connection: Connection, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
