import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spoolIn } from '#server/http/list/spool.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almotacen-spool-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const part = (n: number) => Buffer.from(`${n} `.repeat(40_000))

test('a little stays in memory, much does not, and both come back whole', async () => {
  const little = spoolIn(dataDir)
  await little.add(part(1))
  expect(await little.end()).toEqual({ bytes: part(1) })

  const much = spoolIn(dataDir)
  const parts = Array.from({ length: 200 }, (_, n) => part(n))
  for (const each of parts) await much.add(each)
  // The spool file has no name, so an unread one leaves nothing behind.
  expect(await readdir(join(dataDir, 'files/incoming'))).toEqual([])
  const ended = await much.end()
  if (!('stream' in ended)) throw new Error('It was kept in memory')
  expect(ended.size).toBe(Buffer.concat(parts).length)
  expect((await buffer(ended.stream)).equals(Buffer.concat(parts))).toBe(true)
})

test.each([false, true])('discards its parts and their open files, ended: %s', async ended => {
  const files = () => readdirSync('/proc/self/fd').length
  const before = existsSync('/proc/self/fd') ? files() : 0
  const spool = spoolIn(dataDir)
  for (let n = 0; n < 100; n++) await spool.add(part(n))
  if (ended) await spool.end()
  await spool.discard()
  if (before > 0) await expect.poll(files).toBeLessThanOrEqual(before)
})
