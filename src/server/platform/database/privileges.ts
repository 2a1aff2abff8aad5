import pg from 'pg'
import type { Connection } from '#server/platform/database/connect.ts'
import { jobLocks } from '#server/platform/database/lock.ts'
import { appliedMigrations, migrate, pendingMigrations } from '#server/platform/database/migrate.ts'
import { tableNames } from '#server/platform/database/tables.ts'

const migrationTables = ['kysely_migration', 'kysely_migration_lock']

/** The rights on the database cannot be granted, or are not enough. The message says what the operator must do. */
export class PrivilegesError extends Error {}

/**
 * The statements that give `role` the rights to serve and no more: it can read and write rows, but create no tables,
 * triggers or temporary tables, and it can only add and read entries of the audit log. They name the portal's tables
 * one by one, so another role's table in the same schema does not matter. The owner of the tables can run them
 * repeatedly.
 */
export function grantsFor(role: string, database: string): string[] {
  const to = pg.escapeIdentifier(role)
  const on = pg.escapeIdentifier(database)
  // Triggers alone write the rows of overviews.
  const derived = tableNames.filter(name => name.startsWith('overview_'))
  const served = tableNames.filter(name => name !== 'trail' && !derived.includes(name))
  return [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    `REVOKE TEMPORARY ON DATABASE ${on} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${on} TO ${to}`,
    `GRANT USAGE ON SCHEMA public TO ${to}`,
    `REVOKE ALL ON ${[...tableNames, ...migrationTables].join(', ')} FROM ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${served.join(', ')} TO ${to}`,
    `GRANT SELECT ON ${[...derived, 'overview_source'].join(', ')} TO ${to}`,
    `GRANT SELECT, INSERT ON trail TO ${to}`,
    // A passkey is added and removed, each time with an entry in the audit log; its key never changes.
    `REVOKE UPDATE ON passkey FROM ${to}`,
    `GRANT UPDATE (counter, last_used_at, name) ON passkey TO ${to}`,
    `GRANT SELECT ON kysely_migration TO ${to}`,
  ]
}

/**
 * Runs `grantsFor` in one transaction, so that a running server never lacks a right.
 * @throws PrivilegesError that names the tables of other owners, or gives PostgreSQL's reason.
 */
export async function grant(owner: Connection, role: string): Promise<void> {
  await asking(owner, async client => {
    const { rows } = await client.query('SELECT current_database() AS name')
    await client.query('BEGIN')
    try {
      await client.query('SELECT pg_advisory_xact_lock($1)', [jobLocks.grant])
      for (const statement of grantsFor(role, rows[0].name)) await client.query(statement)
      await client.query('COMMIT')
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      await client.query('ROLLBACK')
      throw await explained(client, role, error)
    }
  })
}

/** Why granting failed, and what to do about it. */
async function explained(client: pg.Client, role: string, cause: pg.DatabaseError): Promise<PrivilegesError> {
  const { rows } = await client.query<{ name: string; owner: string; self: string }>(
    `SELECT relname AS name, pg_get_userbyid(relowner) AS owner, current_user AS self FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1) AND NOT pg_has_role(relowner, 'USAGE')
     ORDER BY relname`,
    [[...tableNames, ...migrationTables]],
  )
  if (rows.length === 0) {
    return new PrivilegesError(
      `The owner of the tables cannot grant the role ${role} its rights: ${cause.message}. Run the statements that ` +
        `"npm run admin -- database roles ${role}" prints as a superuser, then try again.`,
      { cause },
    )
  }
  const wrong = rows.map(({ name, owner, self }) => {
    const statement = `ALTER TABLE public.${pg.escapeIdentifier(name)} OWNER TO ${pg.escapeIdentifier(self)};`
    return `The role ${self} cannot grant rights on table public.${name}, because its owner is ${owner}. As a superuser, run: ${statement}`
  })
  return new PrivilegesError(`${wrong.join('\n')}\nThen try again.`, { cause })
}

/** The role that a connection signs in as. */
export async function databaseRoleOf(connection: Connection): Promise<string> {
  return asking(connection, async client => (await client.query('SELECT current_user AS name')).rows[0].name)
}

/**
 * Migrates the database to the newest schema. With an owner's connection, the owner migrates and grants the application
 * its rights. Without one, the application migrates if it has the rights; if not, the schema must already be the
 * newest.
 * @throws PrivilegesError, or Error from `migrate`, with a sentence that says what to do.
 */
export async function prepareDatabase(application: Connection, owner: Connection | null): Promise<void> {
  if (owner) {
    await migrate(owner)
    await grant(owner, await databaseRoleOf(application))
    return
  }
  if (await mayMigrate(application)) return migrate(application)
  const pending = await pendingMigrations(await asking(application, appliedMigrations))
  if (pending.length === 0) return
  throw new PrivilegesError(
    `The database needs migrations (${pending.join(', ')}) that the user of DATABASE_URL cannot run. ` +
      'Run "npm run admin -- migrate" with DATABASE_OWNER_URL, the connection of the owner of the tables, or set it here, ' +
      'and start the portal again.',
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

/**
 * The rights that the connection's role has and should not have; empty if it has only the rights to serve (V13.2.1).
 */
export async function excessOf(connection: Connection): Promise<string[]> {
  return asking(connection, async client => {
    const { rows } = await client.query(`
      SELECT rolsuper AS "is a superuser",
        rolcreaterole AS "can create users",
        rolcreatedb AS "can create databases",
        has_schema_privilege('public', 'CREATE') AS "can create tables",
        pg_has_role(relowner, 'USAGE') AS "owns the audit log",
        has_table_privilege('trail', 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS "can change the audit log"
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
