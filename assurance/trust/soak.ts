import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { meetLeaver } from '#assurance/trust/leaver.ts'
import type { Keys, Person } from '#assurance/trust/people.ts'
import { meet } from '#assurance/trust/people.ts'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connect } from '#server/platform/database/connect.ts'
import { PORT } from '#server/platform/database/embedded-place.ts'
import { loadSecretKey } from '#server/platform/secrets/key-files.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import { pick } from '#test/support/model/rule.ts'
import { enterAll } from '#test/support/model/run.ts'
import type { Answer } from '#test/support/portal.ts'
import { callerOf } from '#test/support/portal.ts'
import { startProcess } from '#test/support/process.ts'

const PEOPLE = 50
/** Pause between two calls of one client, in milliseconds. */
const THINKING = { least: 2000, most: 8000 }
/** An additional client disconnects from each call. */
const LEAVES_EVERY_MS = 1000
const MINUTE_MS = 60_000
const MIB = 1024 * 1024
/** The allowed growth between the halves of a run, in MiB: a leak would exceed it within an hour. */
const LIVING_GROWTH = 4

/** One line of loop-delay.mjs: milliseconds, bytes and seconds. */
type Minute = { p99: number; max: number; rss: number; fds: number; waited: number; cpu: number; living?: number }

const hook = join(import.meta.dirname, 'loop-delay.mjs')

function readMinutes(path: string): Minute[] {
  try {
    return readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Minute)
  } catch {
    return []
  }
}

/** Any PDF: production does not start without the policy of its operator. */
const POLICY = join(import.meta.dirname, '../../test/fixtures/earlier-release-files/escritura-constitucion.pdf')

/** A production installation with demo data under unknown addresses. @returns its URL, and callers. */
async function settle(dataDir: string): Promise<{ environment: Record<string, string>; keys: Keys[] }> {
  const first = await startProcess(dataDir)
  const { db } = connect({ host: join(dataDir, 'pg/run'), port: PORT, user: 'postgres', database: 'almotacen' }, 2)
  await db
    .updateTable('portal_user')
    .set(eb => ({ email: eb.fn<string>('replace', ['email', eb.val('@almotacen.'), eb.val('@remojo.')]) }))
    .execute()
  const portal = { db, clock: systemClock(), secrets: secretsFrom(await loadSecretKey(dataDir, null)) }
  const callers = await enterAll({ app: portal, callerWith: keys => callerOf('', keys) })
  await db.destroy()
  await first.kill('SIGTERM')
  return {
    environment: { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', PRIVACY_POLICY: POLICY },
    keys: [...callers].map(([userId, { token, csrf }]) => ({ userId, token, csrf, cookie: '' })),
  }
}

const statusOf = ({ status, problem }: Answer) =>
  status < 400 ? String(status) : `${status} ${problem.code} ${JSON.stringify(problem.fields ?? {})}`

/** The slope per hour of a series, by linear regression. */
function slope(values: readonly { hour: number; value: number }[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length
  const [x, y] = [mean(values.map(each => each.hour)), mean(values.map(each => each.value))]
  const over = values.reduce((sum, { hour, value }) => sum + (hour - x) * (value - y), 0)
  return over / values.reduce((sum, { hour }) => sum + (hour - x) ** 2, 0)
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

export const soak: TrustPromise = {
  id: 'R15',
  text: `A portal in production that ${PEOPLE} people use for hours, one of whom goes away from every call, grows neither in memory nor in open files, its event loop is never held up for 50 ms (p99 of a minute), and no call fails.`,
  trials: 60,
  tx: 'minutes',
  run: async ({ trials, seed, log }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-soak-'))
    const [seen, beside] = [join(dataDir, 'loop'), join(dataDir, 'beside')]
    const { environment, keys } = await settle(dataDir)
    const portal = await startProcess(dataDir, { ...environment, NODE_OPTIONS: `--import=${hook}`, LOOP_DELAY: seen })
    // An idle process shows the machine's own influence.
    const idle = spawn(process.execPath, [`--import=${hook}`, '-e', 'setInterval(() => {}, 1000)'], {
      env: { ...process.env, LOOP_DELAY: beside },
      stdio: 'ignore',
    })
    const failures: string[] = []
    const answers: Record<string, number> = {}
    let calls = 0
    try {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, n) => meet(portal.url, keys[n % keys.length]!)),
      )
      const drafting = people.findIndex(({ draft }) => draft !== null)
      const leave = await meetLeaver(portal.url, keys[drafting % keys.length]!, people[drafting]!)
      const end = performance.now() + trials * MINUTE_MS
      const use = async ({ caller, reads, writes }: Person, n: number) => {
        const next = random(seed * 1009 + n)
        while (performance.now() < end) {
          await sleep(THINKING.least + next(THINKING.most - THINKING.least))
          const write = next(10) === 0 && writes.length > 0 && pick(writes, next(99))
          const call = write ? write(next(1e6)) : caller.fetch('GET', pick(reads, next(9999)))
          const status = await call.then(
            answer => statusOf(answer as Answer),
            error => String(error),
          )
          calls++
          answers[status] = (answers[status] ?? 0) + 1
          if (!/^[23]/.test(status)) failures.push(`${write ? 'a change' : 'a page'} answered ${status}`)
        }
      }
      const telling = setInterval(() => {
        const last = readMinutes(seen).at(-1)
        if (last) log(`${calls} calls, ${JSON.stringify(last)}`)
      }, 5 * MINUTE_MS)
      let left = 0
      const goAway = async () => {
        const next = random(seed * 1013)
        for (; performance.now() < end; left++) {
          await sleep(LEAVES_EVERY_MS)
          await leave(next(1e6))
        }
      }
      await Promise.all([...people.map(use), goAway()])
      clearInterval(telling)
      if (portal.child.exitCode !== null) failures.push('the process ended')
      const { found, note } = judge(readMinutes(seen), readMinutes(beside))
      return {
        trials,
        failures: [...failures, ...found],
        note: `${calls} calls ${JSON.stringify(answers)}, ${left} left in their middle; ${note}`,
      }
    } finally {
      idle.kill('SIGKILL')
      await portal.kill('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

function judge(minutes: readonly Minute[], beside: readonly Minute[]): { found: string[]; note: string } {
  const warm = Math.min(20, Math.floor(minutes.length / 3))
  const settled = minutes.slice(warm)
  if (settled.length < 2) return { found: [], note: 'too short for figures' }
  const hourly = (value: (minute: Minute) => number | undefined) =>
    slope(
      settled.flatMap((minute, index) =>
        value(minute) === undefined ? [] : [{ hour: index / 60, value: value(minute)! / MIB }],
      ),
    )
  const living = settled.flatMap(minute => (minute.living === undefined ? [] : [minute.living / MIB]))
  // Memory held by running calls fluctuates: a leak is in every sample, and so in the minimum.
  const half = Math.floor(living.length / 2)
  const growth = half === 0 ? 0 : Math.min(...living.slice(-half)) - Math.min(...living.slice(0, half))
  const third = Math.ceil(settled.length / 3)
  const most = (list: readonly Minute[]) => Math.max(...list.map(minute => minute.fds))
  const [before, after] = [most(settled.slice(0, third)), most(settled.slice(-third))]
  const p99 = median(settled.map(minute => minute.p99))
  const worst = Math.max(...settled.map(minute => minute.p99))
  const idle = median(beside.slice(warm).map(minute => minute.p99))
  const passed = (settled.length - 1) * 60
  const share = (value: (minute: Minute) => number) => (value(settled.at(-1)!) - value(settled[0]!)) / passed
  const found = [
    ...(growth > LIVING_GROWTH ? [`what lives grew by ${growth.toFixed(1)} MiB`] : []),
    ...(after > before + 10 ? [`open files: ${before}, later ${after}`] : []),
    // If even the idle process was delayed, nothing can be said about this one.
    ...(p99 >= 50 && idle < 25 ? [`event loop: p99 ${p99.toFixed(0)} ms`] : []),
  ]
  const note = [
    `RSS ${(settled.at(-1)!.rss / MIB).toFixed(0)} MiB, ${hourly(minute => minute.rss).toFixed(1)} MiB/h after ${warm} minutes`,
    `living after a collection ${living.map(each => each.toFixed(1)).join(', ')} MiB`,
    `open files ${before}, later ${after}`,
    `event loop p99 ${p99.toFixed(1)} ms (median of the minutes; worst ${worst.toFixed(1)}), an idle process beside it ${idle.toFixed(1)} ms`,
    `${(100 * share(minute => minute.cpu)).toFixed(0)} % of a core, ${(100 * share(minute => minute.waited)).toFixed(0)} % more waited for one`,
  ].join('; ')
  return { found, note }
}
