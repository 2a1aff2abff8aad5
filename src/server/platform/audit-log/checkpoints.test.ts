import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AppCommand } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { checkpointFolders, readCheckpoints } from '#server/platform/audit-log/checkpoint-store.ts'
import { type Checkpoints, checkpointsOf } from '#server/platform/audit-log/checkpoints.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

let world: TestPortal
let app: AppContext
let elsewhere: string
let server: Checkpoints

beforeAll(async () => {
  world = await startTestPortal({ seed: 'centre' })
  app = world.app
  elsewhere = await mkdtemp(join(tmpdir(), 'almotacen-checkpoints-'))
})
afterAll(async () => {
  await world.stop()
  await rm(elsewhere, { recursive: true })
})
beforeEach(async () => {
  server = checkpointsOf(app)
  await server.sign()
})

const write = (entries: number) =>
  inTransaction(app, null, async tx => {
    for (let entry = 0; entry < entries; entry++) {
      tx.record({ event: 'participant.edited', object: { kind: 'participant', id: `p${entry}` } })
    }
  })
const signed = async (of = app) =>
  (await readCheckpoints([checkpointFolders(of.settings)[0]!])).checkpoints.map(({ number }) => number)
const lastNumber = async () => (await verifyAuditLog(app.db)).entries

test('a checkpoint is due a minute after the first entry, and only if there is one', async () => {
  const before = await signed()
  world.clock.move(2 * MINUTE)
  await server.look()
  expect(await signed()).toEqual(before)
  await write(1)
  await server.look()
  world.clock.move(MINUTE - 1)
  await write(1)
  await server.look()
  expect(await signed()).toEqual(before)
  world.clock.move(1)
  await server.look()
  expect(await signed()).toEqual([...before, await lastNumber()])
})

test('a checkpoint is due after 100 entries, however soon', async () => {
  const before = await signed()
  await write(99)
  await server.look()
  expect(await signed()).toEqual(before)
  await write(1)
  await server.look()
  expect(await signed()).toEqual([...before, await lastNumber()])
})

test('a clock that is put back leaves nothing unsigned', async () => {
  await write(1)
  await server.look()
  world.clock.move(-40 * 24 * 60 * MINUTE)
  await server.look()
  expect((await signed()).at(-1)).toBe(await lastNumber())
  const before = await signed()
  await server.sign()
  expect(await signed()).toEqual(before)
  world.clock.move(40 * 24 * 60 * MINUTE)
})

test('servers that share the folder sign once for each checkpoint, and all of them know it', async () => {
  const servers = [server, ...Array.from({ length: 4 }, () => checkpointsOf(app))]
  const everyLook = () => Promise.all(servers.map(each => each.look()))
  await everyLook()
  for (const entries of [100, 30, 250]) {
    const before = await signed()
    await write(entries)
    await everyLook()
    world.clock.move(MINUTE)
    await everyLook()
    expect(await signed()).toEqual([...before, await lastNumber()])
  }
  expect(
    await verifyAuditLog(app.db, { checkpoints: (await readCheckpoints(checkpointFolders(app.settings))).checkpoints }),
  ).toMatchObject({
    ok: true,
  })
})

test('a server with a folder of its own signs there as well', async () => {
  const other = { ...app, settings: { ...app.settings, dataDir: join(elsewhere, 'other') } }
  const beside = checkpointsOf(other)
  await beside.sign()
  await write(100)
  await Promise.all([server.sign(), beside.sign()])
  expect((await signed(other)).at(-1)).toBe(await lastNumber())
  expect((await signed()).at(-1)).toBe(await lastNumber())
})

test('while another server signs, a look leaves it to that one and a later look signs', async () => {
  await write(100)
  const before = await signed()
  await alone(app, jobLocks.signAuditLog, () => server.look())
  expect(await signed()).toEqual(before)
  await server.look()
  expect(await signed()).toEqual([...before, await lastNumber()])
})

test('a failed write raises one alarm, is tried again after a minute, and catches up', async () => {
  const said: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(line => said.push(String(line)) > 0)
  const blocked = join(elsewhere, 'blocked')
  await writeFile(blocked, '')
  const failing = { ...app, settings: { ...app.settings, checkpointDir: blocked } }
  const checkpoints = checkpointsOf(failing)
  try {
    await write(100)
    await checkpoints.look()
    const own = await signed()
    expect(own.at(-1)).toBe(await lastNumber())
    for (let tries = 0; tries < 3; tries++) {
      world.clock.move(MINUTE)
      await checkpoints.look()
    }
    expect(await signed()).toEqual(own)
    expect(said).toEqual([expect.stringContaining(`could not be written to ${blocked}`)])
    await rm(blocked)
    await mkdir(blocked)
    await checkpoints.look()
    expect((await readCheckpoints([blocked])).checkpoints).toEqual([])
    world.clock.move(MINUTE)
    await checkpoints.look()
    expect((await readCheckpoints([blocked])).checkpoints.map(({ number }) => number)).toEqual([own.at(-1)])
    expect(said).toHaveLength(1)
  } finally {
    stderr.mockRestore()
  }
})

test('trail verify says how many entries are not signed yet, and --strict ends with 3 if there are any', async () => {
  const admin = async (...words: string[]) => {
    const code = process.exitCode
    process.exitCode = undefined
    try {
      const answer = await (commands.trail as AppCommand).run(app, words, {} as never)
      return { answer, code: process.exitCode }
    } finally {
      process.exitCode = code
    }
  }
  const says = (entries: number) => expect.stringContaining(`not signed yet: ${entries}.`)
  await expect(admin('verify', '--strict')).resolves.toEqual({ answer: says(0), code: undefined })
  await write(7)
  await expect(admin('verify')).resolves.toEqual({ answer: says(7), code: undefined })
  await expect(admin('verify', '--strict')).resolves.toEqual({ answer: says(7), code: 3 })
  await expect(admin('heads', '--strict')).rejects.toThrow('Usage: npm run admin -- trail verify [--strict]')
})
