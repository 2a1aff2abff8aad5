import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendToAuditLog } from '#server/platform/audit-log/append.ts'
import { readCheckpoints } from '#server/platform/audit-log/checkpoint-store.ts'
import { connect } from '#server/platform/database/connect.ts'
import { startEmbedded } from '#server/platform/database/embedded.ts'
import { type PortalProcess, startProcess } from '#test/support/process.ts'

/* When a real server signs a checkpoint of the audit log. */

const root = join(import.meta.dirname, '../..')
let place: string
let dataDir: string
let portal: PortalProcess | undefined

const admin = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['src/server/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout }) => ({ code, said: stdout as string }),
  )
const signed = async () =>
  (await readCheckpoints([join(dataDir, 'trail-heads')])).checkpoints.map(({ number }) => number)

/** Writes entries as another server does. @returns the number of the last. */
async function write(count: number): Promise<number> {
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const { db } = connect(embedded.application, 1)
  try {
    const entry = { event: 'participant.edited', actorId: null, actorRole: null, participantId: null } as const
    const about = { at: new Date().toISOString(), objectKind: 'participant', objectId: 'p', data: {} }
    const entries = Array.from({ length: count }, () => ({ ...entry, ...about }))
    await db.transaction().execute(tx => appendToAuditLog(tx, entries))
    const { last } = await db
      .selectFrom('trail')
      .select(eb => eb.fn.max('number').as('last'))
      .executeTakeFirstOrThrow()
    return last
  } finally {
    await db.destroy()
    await embedded.stop()
  }
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'almotacen-checkpoints-'))
  dataDir = join(place, 'data')
})
afterAll(async () => {
  await portal?.kill('SIGTERM')
  await rm(place, { recursive: true, force: true })
})

test('a start signs what is there before it writes anything, and a running server after 100 entries', async () => {
  portal = await startProcess(dataDir, {}, ['--empty'])
  await portal.kill('SIGTERM')
  expect((await admin('backup', '--to', join(place, 'copy'))).code).toBe(0)
  expect(await signed()).toEqual([])
  // The start loads the demo data, some hundred entries.
  portal = await startProcess(dataDir)
  expect((await signed())[0]).toBe(1)
  const last = await write(100)
  // A job of the start may write an entry after the last of these, which the same head then signs.
  const newest = async () => Math.max(...(await signed()))
  await expect.poll(newest, { timeout: 10_000, interval: 50 }).toBeGreaterThanOrEqual(last)
}, 180_000)

test('trail verify counts what a kill left unsigned; an orderly stop leaves nothing', async () => {
  const last = await write(5)
  await portal!.kill('SIGKILL')
  expect(await signed()).not.toContain(last)
  expect(await admin('trail', 'verify')).toEqual({
    code: 0,
    said: expect.stringContaining('Entries after the last head, not signed yet: 5.'),
  })
  expect((await admin('trail', 'verify', '--strict')).code).toBe(3)
  portal = await startProcess(dataDir)
  expect(await signed()).toContain(last)
  const later = await write(5)
  await portal.kill('SIGTERM')
  expect(await signed()).toContain(later)
  expect(await admin('trail', 'verify', '--strict')).toEqual({
    code: 0,
    said: expect.stringContaining('not signed yet: 0.'),
  })
}, 180_000)
