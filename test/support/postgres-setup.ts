import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { prepareDatabase } from '#server/platform/database/privileges.ts'
import { inDatabase, type TestServer } from '#test/support/test-server.ts'

const PREFIX = 'almotacen-test-'
const FOLDERS = '-data'
/** Durability is irrelevant for tests. */
const VOLATILE = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  max_wal_size: '128MB',
}

/**
 * Global setup of the projects that need a database: one server for the whole run (a new embedded one, or that of
 * TEST_DATABASE_URL, whose role must be allowed to create databases and roles), and a migrated database that
 * `createTestDatabase` copies.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = scratchFolder()
  sweep(scratch)
  const { administration, connection, application, close } = await openServer(process.env.TEST_DATABASE_URL, scratch)
  const template = `almotacen_test_${randomBytes(5).toString('hex')}`
  await run(administration, `CREATE DATABASE ${template} OWNER ${connection.user ?? 'CURRENT_USER'}`)
  await prepareDatabase(inDatabase(application, template), inDatabase(connection, template))
  const folder = join(scratch, `${PREFIX}${process.pid}${FOLDERS}`)
  mkdirSync(folder, { recursive: true })
  project.provide('database', { administration, connection, application, template, folder })
  return async () => {
    await dropAll(administration, template)
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type OpenServer = Omit<TestServer, 'template' | 'folder'> & { close(): Promise<void> }

async function openServer(url: string | undefined, scratch: string): Promise<OpenServer> {
  if (url) {
    const owner = { connectionString: url }
    return { administration: owner, connection: owner, application: await applicationOf(url), close: async () => {} }
  }
  // Named by the run: a second project attaches to the server of the first.
  const dataDir = join(scratch, `${PREFIX}${process.pid}`)
  const { administration, connection, application, stop } = await startEmbedded({
    dataDir,
    log: () => {},
    settings: VOLATILE,
  })
  const close = async () => {
    await stop()
    if (!existsSync(pidFile(dataDir))) rmSync(dataDir, { recursive: true, force: true })
  }
  return { administration, connection, application, close }
}

/** On a shared server: a login for the portal under test, created once. */
async function applicationOf(url: string): Promise<pg.PoolConfig> {
  const [role, password] = ['almotacen_test_app', 'solo-para-pruebas']
  await run(
    { connectionString: url },
    `DO $$ BEGIN CREATE ROLE ${role} LOGIN PASSWORD '${password}'; EXCEPTION WHEN duplicate_object THEN END $$`,
  )
  const application = new URL(url)
  Object.assign(application, { username: role, password })
  return { connectionString: application.href }
}

/** Memory if there is enough: copying the template takes 13 ms there and up to 400 ms on a disk, and fsync nothing. */
function scratchFolder(): string {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 2e9 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Stops the servers of runs that were killed, and removes their files. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const run = new RegExp(`^${PREFIX}(\\d+)(?:${FOLDERS})?$`).exec(name)?.[1]
    if (!run || signal(Number(run), 0)) continue
    const dataDir = join(folder, name)
    if (existsSync(pidFile(dataDir))) signal(Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10), 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

function pidFile(dataDir: string): string {
  return join(dataDir, 'pg/cluster/postmaster.pid')
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

async function dropAll(administration: pg.ClientConfig, template: string): Promise<void> {
  const find = `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`
  for (const { datname } of await run(administration, find)) {
    await run(administration, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  }
}

async function run(connection: pg.ClientConfig, statement: string): Promise<{ datname: string }[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
