import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MIB } from '#assurance/load/line.ts'
import type { World } from '#assurance/load/world.ts'

/** What the portal's process saw of itself between two looks: milliseconds and bytes. */
type Seen = { loopP99: number; loopMax: number; rss: number; peak: number; cpuMs: number }

/** What a piece of work cost the portal: milliseconds, bytes, and shares of one core (null where nobody tells). */
export type Cost = Omit<Seen, 'cpuMs'> & { rssBefore: number; portalCpu: number; databaseCpu: number | null }

const TICKS_A_SECOND = 100
const LOOKS = 400

/** Asks the portal's process for what it has seen since it was last asked. @throws when it does not say for 20 s */
async function look({ portal, probe }: World): Promise<Seen> {
  const lines = () => {
    try {
      return readFileSync(probe, 'utf8').trim().split('\n')
    } catch {
      return []
    }
  }
  const before = lines().length
  portal.child.kill('SIGUSR2')
  for (let tries = 0; tries < LOOKS; tries++) {
    await sleep(50)
    const now = lines()
    if (now.length > before) return JSON.parse(now.at(-1)!) as Seen
  }
  throw new Error('The portal does not answer its probe')
}

/** Seconds of processor that PostgreSQL has used; null where there is no /proc. */
function databaseSeconds(dataDir: string): number | null {
  try {
    const postmaster = Number.parseInt(readFileSync(join(dataDir, 'pg/cluster/postmaster.pid'), 'utf8'), 10)
    let ticks = 0
    for (const name of readdirSync('/proc').filter(each => /^\d+$/.test(each))) {
      let text: string
      try {
        text = readFileSync(`/proc/${name}/stat`, 'utf8')
      } catch {
        // It ended meanwhile: its time is the postmaster's, as that of a child that was waited for.
        continue
      }
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const [parent, user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = [1, 11, 12, 13, 14].map(
        n => fields[n],
      )
      if (Number(name) === postmaster) ticks += user + system + ofChildren + systemOfChildren
      else if (parent === postmaster) ticks += user + system
    }
    return ticks / TICKS_A_SECOND
  } catch {
    return null
  }
}

/** Does a piece of work and says what it cost the portal meanwhile. */
export async function costOf<T>(world: World, work: () => Promise<T>): Promise<{ value: T; cost: Cost }> {
  const before = await look(world)
  const [databaseBefore, begin] = [databaseSeconds(world.dataDir), performance.now()]
  const value = await work()
  const passed = performance.now() - begin
  const { cpuMs, ...after } = await look(world)
  const databaseAfter = databaseSeconds(world.dataDir)
  const databaseCpu =
    databaseBefore === null || databaseAfter === null ? null : ((databaseAfter - databaseBefore) * 1000) / passed
  return { value, cost: { ...after, rssBefore: before.rss, portalCpu: cpuMs / passed, databaseCpu } }
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`

/** The share of the processors in words: of one core each. */
export const cpuIn = ({ portalCpu, databaseCpu }: Cost) =>
  `CPU ${percent(portalCpu)} of a core${databaseCpu === null ? '' : ` + PostgreSQL ${percent(databaseCpu)}`}`

export const grownMib = ({ rssBefore, peak }: Cost) => Math.max(0, peak - rssBefore) / MIB

export const memoryIn = (cost: Cost) =>
  `RSS ${(cost.rssBefore / MIB).toFixed(0)} MiB before, +${grownMib(cost).toFixed(0)} MiB at most`

export const loopIn = ({ loopP99, loopMax }: Cost) =>
  `event loop late by ${loopP99.toFixed(0)} ms (p99), ${loopMax.toFixed(0)} (worst)`
