import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readers, readerTask, UnreadFile, type Work } from '#server/platform/reader/reader.ts'
import { fileOf } from '#test/support/foreign-file.ts'

/* A task is any module, so these are written here. */

const task = <Output = unknown>(body: string, limits: { megabytes?: number; place?: 'first' } = {}) =>
  readerTask<Work<unknown, Output>>(
    new URL(`data:text/javascript,${encodeURIComponent(`export const work = async (input, file) => {${body}}`)}`),
    { ms: 10_000, megabytes: 256, ...limits },
  )
const echo = task('return [input, file.bytes?.length]')
const some = fileOf(Buffer.alloc(300_000, 'x'))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-'))
  await writeFile(join(folder, 'a'), 'hola')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a reader gets a file with its input, by its bytes or its path, and answers with data or bytes', async () => {
  expect(await echo(some, { word: 'señal' })).toEqual([{ word: 'señal' }, 300_000])
  const text = task(`return (await import('node:fs')).readFileSync(file.path, 'utf8')`)
  expect(await text({ path: join(folder, 'a') }, null)).toBe('hola')
  const bytes = await task<Uint8Array>('return Buffer.alloc(2_000_000, 7)')(some, null)
  expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([2_000_000, 7, 7])
})

test('S9 S10: a reader has no secrets, no network, no programs, and no disk but the code and the folder of its file', async () => {
  const attempts = {
    secrets: 'Object.keys(process.env)',
    network: `await (await import('node:events')).once((await import('node:net')).connect(9, '127.0.0.1'), 'connect')`,
    programs: `(await import('node:child_process')).spawnSync('true')`,
    threads: `new (await import('node:worker_threads')).Worker('1', { eval: true })`,
    reading: `(await import('node:fs')).readFileSync('/etc/hostname')`,
    writing: `(await import('node:fs')).writeFileSync(file.path, 'x')`,
    place: 'process.cwd()',
  }
  const tried = Object.entries(attempts).map(
    ([name, code]) => `try { out.${name} = ${code} } catch (error) { out.${name} = (error.cause ?? error).code }`,
  )
  const out = await task(`const out = {}; ${tried.join(';')}; return out`)({ path: join(folder, 'a') }, null)
  const denied = 'ERR_ACCESS_DENIED'
  expect(out).toEqual({
    ...{ secrets: [], network: denied, programs: denied, threads: denied, reading: denied },
    ...{ writing: denied, place: '/' },
  })
})

test('a reader that cannot load its code is a fault of the portal, not of the file', async () => {
  const lost = readerTask<Work<unknown, unknown>>(new URL('./not-there.ts', import.meta.url), {
    ms: 10_000,
    megabytes: 256,
  })
  const error = await lost(some, null).catch((thrown: unknown) => thrown)
  expect(error).not.toBeInstanceOf(UnreadFile)
  expect(String(error)).toMatch(/cannot load its code: .*not-there/)
})

describe('S9: whatever a file does to its reader is an error about that file, and the next one is read', () => {
  const limits = 'limits'
  test.each([
    ['ends it', 'process.kill(process.pid, "SIGKILL")', limits],
    ['leaves it without an answer', 'process.exit(0)', limits],
    ['takes its memory', 'const all = []; for (;;) all.push(Buffer.alloc(2 ** 24, 1))', limits],
    ['takes its heap', 'const all = []; for (;;) all.push({ all })', limits],
    ['asks for too much at once', 'return Buffer.alloc(2 ** 32, 1).length', 'failed'],
    ['makes a long answer', 'return "x".repeat(9 * 2 ** 20)', limits],
    ['makes many bytes', 'return Buffer.alloc(2 ** 26)', limits],
    ['answers twice', 'process.stdout.write(Buffer.alloc(70)); return 1', limits],
    ['is none', 'throw new Error("no")', 'failed'],
  ])('%s', async (_what, body, why) => {
    await expect(task(body)(some, null)).rejects.toMatchObject({ name: 'UnreadFile', why })
    expect(await echo(some, 1)).toEqual([1, 300_000])
  })

  test('never ends', async () => {
    await echo(some, 1)
    const late = task('for (;;);')(some, null, { limits: { ms: 50 } })
    await expect(late).rejects.toMatchObject({ why: limits })
    expect(await echo(some, 1)).toEqual([1, 300_000])
  })

  test('is wanted no longer', async () => {
    const given = new AbortController()
    const read = task('for (;;);')(some, null, { signal: given.signal })
    given.abort()
    await expect(read).rejects.toMatchObject({ why: limits })
  })

  test('a store that fails says so itself', async () => {
    const broken = {
      size: 9,
      open: async () =>
        new Readable({
          read() {
            this.destroy(new Error('damaged'))
          },
        }),
    }
    await expect(echo(broken, 1)).rejects.toThrow('damaged')
    expect(await echo(some, 1)).toEqual([1, 300_000])
  })
})

test('reads two files at a time with twenty waiting, and refuses more for now; short tasks go first', async () => {
  const gate = Promise.withResolvers<void>()
  const opened: number[] = []
  const held = (n: number) => ({
    size: 1,
    open: async () => {
      opened.push(n)
      await gate.promise
      return Readable.from([Buffer.from('x')])
    },
  })
  const all = Array.from({ length: 22 }, (_, n) => echo(held(n), n))
  await expect.poll(() => opened).toEqual([0, 1])
  await expect(echo(held(99), 99)).rejects.toMatchObject({ reason: 'unavailable' })
  const first = task('return input', { place: 'first' })(held(100), 100)
  const background = echo(held(200), 200, { background: true })
  gate.resolve()
  expect(await Promise.all(all)).toEqual(Array.from({ length: 22 }, (_, n) => [n, 1]))
  await Promise.all([first, background])
  expect(opened[2]).toBe(100)
  expect(opened.at(-1)).toBe(200)
})

test('readers are used again, two at most, and end when idle', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => echo(some, n)))
  expect(readers.alive()).toBeLessThanOrEqual(2)
  await readers.endIdle()
  expect(readers.alive()).toBe(0)
})
