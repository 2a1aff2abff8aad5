import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PortalProcess } from '#test/support/process.ts'
import { spawnPortal, startProcess, workersOf } from '#test/support/process.ts'

/* A worker is replaced whatever ended it and whenever; when nothing serves, the server ends. */

let folder: string
/** The program that runs the portal; an update in place takes it away for a while. */
let program: string
let portal: PortalProcess
const how = () =>
  [
    join(folder, 'data'),
    { WORKERS: '2', PROGRAM: program },
    ['--empty'],
    { within: ['sh', '-c', 'exec "$PROGRAM" "$@"'] },
  ] as const

beforeAll(async () => {
  folder = await mkdtemp('/var/tmp/almotacen-supervisor-')
  program = join(folder, 'node')
  await copyFile(process.execPath, program)
})
afterAll(async () => {
  await portal?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Kills the first worker that is there besides those given, whatever it does. */
async function killNext(pid: number, besides: readonly number[]): Promise<number> {
  const next = () => workersOf(pid).filter(worker => !besides.includes(worker))
  await expect.poll(() => next().length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0)
  const [worker = 0] = next()
  process.kill(worker, 'SIGKILL')
  return worker
}

test('CARE-03: workers that are killed while the server starts are replaced', async () => {
  const [dataDir, environment, words, where] = how()
  const child = spawnPortal(dataDir, environment, [...words], { within: [...where.within] })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (output += chunk))
  const first = await killNext(child.pid!, [])
  // The second starts once the first serves: those that come after the killed ones.
  await expect.poll(() => workersOf(child.pid!).filter(pid => pid !== first).length, { timeout: 60_000 }).toBe(2)
  process.kill(Math.max(...workersOf(child.pid!)), 'SIGKILL')
  await expect.poll(() => output, { timeout: 60_000 }).toContain('is ready at')
  await expect.poll(() => workersOf(child.pid!).length, { timeout: 60_000 }).toBe(2)
  expect(child.exitCode).toBe(null)
  expect(output.match(/A worker ended and is replaced/g)).toHaveLength(2)
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 180_000)

test('CARE-03: a worker that cannot be started is tried again', async () => {
  const [dataDir, environment, words, where] = how()
  portal = await startProcess(dataDir, environment, [...words], { within: [...where.within] })
  await rename(program, `${program}-away`)
  const [first = 0, second = 0] = workersOf(portal.child.pid!)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => portal.output(), { timeout: 20_000 }).toContain('A worker cannot be started')
  await rename(`${program}-away`, program)
  await expect
    .poll(() => workersOf(portal.child.pid!).filter(pid => pid !== second).length, { timeout: 30_000 })
    .toBe(1)
}, 120_000)

test('CARE-03: a server without a serving worker ends with 1', async () => {
  await rename(program, `${program}-away`)
  for (const pid of workersOf(portal.child.pid!)) process.kill(pid, 'SIGKILL')
  await expect.poll(() => portal.child.exitCode, { timeout: 60_000 }).toBe(1)
  expect(portal.output()).toContain('No worker serves')
}, 90_000)
