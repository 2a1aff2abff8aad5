import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { LimitCase } from '#assurance/bench/cases.ts'
import { BANK, limitCases, roleCases, SESSIONS } from '#assurance/bench/cases.ts'
import { slotsOf } from '#assurance/load/calls.ts'
import type { Call, Person } from '#assurance/load/client.ts'
import { percentile, rising } from '#assurance/load/figures.ts'
import { MIB } from '#assurance/load/line.ts'
import { costOf } from '#assurance/load/watch.ts'
import { connectionOf, heardOf, idOf, inWorld, restart, type Scale, settle, type World } from '#assurance/load/world.ts'
import type { PortalProcess } from '#test/support/process.ts'
import { startProcess } from '#test/support/process.ts'

/** Milliseconds. */
export type Times = { p50: number; p99: number }
export type Compared = { name: string; portal: Times; limit: Times; ratio: number; least: number; most: number }
export type Grown = Times & { role: string; name: string }
/** What was measured with one number of participants; `loopP99`: how late the event loop was in all calls, in ms. */
export type Measured = Record<'participants' | 'startMs' | 'rssMiB' | 'loopP99', number> & {
  compared: Compared[]
  grown: Grown[]
}

/** How often each thing is done; `slots`: the providers whose documents are written and read. */
export type Effort = Record<'rounds' | 'warmUp' | 'calls' | 'starts' | 'slots', number>
const effort: Effort = { rounds: 3, warmUp: 5, calls: 40, starts: 3, slots: 40 }

const scaleOf = (participants: number): Scale => ({
  ...{ participants, sessions: SESSIONS, trail: 1000, migrated: 0, logins: 0, entries: 0, rows: 0 },
  ...{ rate: 1, seconds: 1, clients: 1, files: 1, big: 1 },
})

/** Measures a portal of its own with some participants, and the limit beside it on the same database. */
export async function measure(participants: number, log: (line: string) => void, how = effort): Promise<Measured> {
  let measured: Measured | undefined
  await inWorld(scaleOf(participants), log, async world => {
    const started = await startsOf(world, how)
    await heardOf(world, 1)
    const limit = await startLimit(world.dataDir)
    try {
      const { value, cost } = await costOf(world, async () => ({
        compared: await compare(world, limit, how),
        grown: await grow(world, how),
      }))
      measured = { participants, ...started, loopP99: cost.loopP99, ...value }
    } finally {
      await limit.kill('SIGTERM')
    }
  })
  return measured!
}

/** The median time until the portal is ready, and its memory once it has nothing to do. */
async function startsOf(world: World, { starts }: Effort) {
  const took: number[] = []
  for (let n = 0; n < starts; n++) took.push(await restart(world, 'SIGTERM'))
  await settle(world, () => {})
  const { cost } = await costOf(world, () => sleep(1000))
  return { startMs: percentile(rising(took), 0.5), rssMiB: cost.rss / MIB }
}

function startLimit(dataDir: string): Promise<PortalProcess> {
  const { host, port, user, database } = connectionOf(dataDir)
  const postgres = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
  const environment = { ...postgres, FILES: join(dataDir, 'files'), BANK: idOf('a', BANK), NODE_ENV: 'production' }
  return startProcess(dataDir, environment, [], { script: 'assurance/bench/limit.ts' })
}

/** One call at a time. @throws unless it is answered with the status expected */
async function send(world: World, url: string, person: Person | null, call: Call, expected = 200) {
  const begin = performance.now()
  const { status, body } = await world.client.ask(url.replace('localhost', '127.0.0.1'), person, call)
  const tookMs = performance.now() - begin
  if (status !== expected) throw new Error(`${call.method} ${call.path} was answered with ${status}: ${body}`)
  return { tookMs, body }
}

const read = (world: World, person: Person, path: string) =>
  send(world, world.portal.url, person, { method: 'GET', path })

const timesOf = (tookMs: number[]): Times => {
  const sorted = rising(tookMs)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

/** Calls portal and limit in turn, so that what else the machine does slows both. */
async function compare(world: World, limit: PortalProcess, how: Effort): Promise<Compared[]> {
  const { rounds, warmUp, calls, slots } = how
  const cases = limitCases(world, await slotsOf(world, slots))
  const took = cases.map(() => ({ portal: [] as number[][], limit: [] as number[][] }))
  for (let round = 0; round < rounds; round++) {
    for (const [index, each] of cases.entries()) {
      const [ofPortal, ofLimit]: [number[], number[]] = [[], []]
      for (let n = 0; n < warmUp + calls; n++) {
        const { portal, limit: other } = await inTurn(world, limit, each, round * (warmUp + calls) + n)
        ofPortal.push(portal)
        ofLimit.push(other)
      }
      took[index]!.portal.push(ofPortal.slice(warmUp))
      took[index]!.limit.push(ofLimit.slice(warmUp))
    }
  }
  return cases.map(({ name }, index) => {
    const { portal, limit } = took[index]!
    const ratios = rising(portal.map((times, round) => timesOf(times).p50 / timesOf(limit[round]!).p50))
    return {
      ...{ name, portal: timesOf(portal.flat()), limit: timesOf(limit.flat()) },
      ...{ ratio: percentile(ratios, 0.5), least: ratios[0]!, most: ratios.at(-1)! },
    }
  })
}

/** @throws when a read of the limit answers otherwise than the portal's: it would be no limit of the same work */
async function inTurn(world: World, limit: PortalProcess, { name, call: of, status }: LimitCase, n: number) {
  const { person, call } = of(n)
  const portal = await send(world, world.portal.url, person, call, status)
  const other = await send(world, limit.url, null, call, status)
  if (call.method === 'GET' && !isSame(portal.body, other.body)) {
    const [at, own, limits] = differenceOf(JSON.parse(portal.body.toString()), JSON.parse(other.body.toString()))!
    throw new Error(`${name}: ${at} is ${own} of the portal and ${limits} of the limit`)
  }
  return { portal: portal.tookMs, limit: other.tookMs }
}

const isSame = (one: Buffer, other: Buffer) =>
  one.equals(other) || isDeepStrictEqual(JSON.parse(one.toString()), JSON.parse(other.toString()))

/** The first place where two JSON values differ, with both values as JSON. */
function differenceOf(one: unknown, other: unknown, at = '$'): [at: string, one: string, other: string] | null {
  if (isDeepStrictEqual(one, other)) return null
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  if (!isObject(one) || !isObject(other)) return [at, JSON.stringify(one), JSON.stringify(other)]
  const [first, second] = [one, other] as Record<string, unknown>[]
  const names = Object.keys({ ...first, ...second })
  const found = names.map(name => differenceOf(first![name], second![name], `${at}.${name}`))
  return found.find(each => each !== null) ?? null
}

async function grow(world: World, { rounds, warmUp, calls }: Effort): Promise<Grown[]> {
  const cases = await roleCases(world, async person => {
    const { body } = await read(world, person, '/views/PROVIDER?size=1')
    return JSON.parse(body.toString()).totalElements
  })
  const took: number[][] = cases.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { person, path }] of cases.entries()) {
      for (let n = 0; n < warmUp + calls; n++) {
        const { tookMs } = await read(world, person, path(round * calls + n))
        if (n >= warmUp) took[index]!.push(tookMs)
      }
    }
  }
  return cases.map(({ role, name }, index) => ({ role, name, ...timesOf(took[index]!) }))
}
