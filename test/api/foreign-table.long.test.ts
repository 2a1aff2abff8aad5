import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmbeddedPostgres } from '#server/platform/database/embedded.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { type PortalProcess, startProcess } from '#test/support/process.ts'

/* A database administrator copies a table by hand, in the portal's schema, as another role. */

const root = join(import.meta.dirname, '../..')
let place: string
let dataDir: string
let embedded: EmbeddedPostgres
let portal: PortalProcess

const asAdministrator = async (statements: string) => {
  const client = new pg.Client({ ...embedded.administration, database: embedded.connection.database })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
const admin = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['src/server/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code, said: stderr as string }),
  )

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'almotacen-foreign-'))
  dataDir = join(place, 'data')
  portal = await startProcess(dataDir, {}, ['--empty'])
  embedded = await startEmbedded({ dataDir, log: () => {} })
  await asAdministrator('create role dba; create table dba_copia as select 1 a; alter table dba_copia owner to dba')
  await admin('create-user', 'uno@cci.example')
}, 180_000)
afterAll(async () => {
  await portal.kill('SIGTERM')
  await embedded.stop()
  await rm(place, { recursive: true, force: true })
})

test('the portal starts beside it, and every command runs', async () => {
  await portal.kill('SIGTERM')
  portal = await startProcess(dataDir, {}, ['--empty'])
  const commands = [
    ['trail', 'verify'],
    ['trail', 'heads'],
    ['database', 'roles', '--aplicar'],
    ['scrub'],
    ['data', 'check'],
    ['announce'],
    ['create-user', 'dos@cci.example'],
    ['backup', '--to', join(place, 'copy')],
  ]
  for (const words of commands) {
    const { code, said } = await admin(...words)
    expect([words.join(' '), code, said]).toEqual([words.join(' '), 0, expect.any(String)])
  }
}, 180_000)

test('a table with another owner stops the start with an explanation; read-only commands still run', async () => {
  await asAdministrator('alter table score owner to dba')
  try {
    const refused = await startProcess(dataDir, {}, ['--empty']).catch((error: Error) => error.message)
    expect(refused).toMatch(
      /^The portal did not start:\nThe role almotacen cannot grant rights on table public\.score, because its owner is dba\. As a superuser, run: ALTER TABLE public\."score" OWNER TO "almotacen";\nThen try again\.\n/,
    )
    expect(await admin('announce')).toEqual({
      code: 1,
      said: expect.stringMatching(/^The role almotacen cannot grant/m),
    })
    expect(await admin('trail', 'verify')).toEqual({
      code: 0,
      said: expect.stringMatching(/^The audit log is intact/),
    })
  } finally {
    await asAdministrator('alter table score owner to almotacen')
  }
}, 180_000)
