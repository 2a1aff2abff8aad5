import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MIB } from '#assurance/load/line.ts'
import type { World } from '#assurance/load/world.ts'

/** The metrics that the portal's process reports between two samples: milliseconds and bytes. */
type Seen = { loopP99: number; loopMax: number; rss: number; peak: number; cpuMs: number }

/** The cost of a piece of work for the portal: milliseconds, bytes, and shares of one core (null when unknown). */
export type Cost = Omit<Seen, 'cpuMs'> & { rssBefore: number; portalCpu: number; databaseCpu: number | null }

const TICKS_A_SECOND = 100
const LOOKS = 400

/** Asks the portal's process for its metrics since the last sample. @throws after 20 s without an answer */
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

/** The CPU seconds of PostgreSQL; null without /proc. */
function databaseSeconds(dataDir: string): number | null {
  try {
    const postmaster = Number.parseInt(readFileSync(join(dataDir, 'pg/cluster/postmaster.pid'), 'utf8'), 10)
    let ticks = 0
    for (const name of readdirSync('/proc').filter(each => /^\d+$/.test(each))) {
      let text: string
      try {
        text = readFileSync(`/proc/${name}/stat`, 'utf8')
      } catch {
        // The process ended: its time counts for the postmaster, as that of a reaped child.
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

/** Does a piece of work and measures its cost for the portal. */
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

/** CPU shares in words, each of one core. */
export const cpuIn = ({ portalCpu, databaseCpu }: Cost) =>
  `CPU ${percent(portalCpu)} of a core${databaseCpu === null ? '' : ` + PostgreSQL ${percent(databaseCpu)}`}`

export const grownMib = ({ rssBefore, peak }: Cost) => Math.max(0, peak - rssBefore) / MIB

export const memoryIn = (cost: Cost) =>
  `RSS ${(cost.rssBefore / MIB).toFixed(0)} MiB before, +${grownMib(cost).toFixed(0)} MiB at most`

export const loopIn = ({ loopP99, loopMax }: Cost) =>
  `event loop late by ${loopP99.toFixed(0)} ms (p99), ${loopMax.toFixed(0)} (worst)`
