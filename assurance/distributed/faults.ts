import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHost } from '#assurance/distributed/servers.ts'
import type { Site } from '#assurance/distributed/site.ts'

export type Fault = {
  name: string
  /** How long it stays away before it comes back, in milliseconds. */
  awayMs: number
  /** Kills it. @returns what brings it back */
  strike(site: Site): Promise<() => Promise<void>>
}

const host = (find: (site: Site) => Promise<DatabaseHost>) => async (site: Site) => {
  const victim = await find(site)
  await victim.kill()
  return async () => {
    victim.start()
    await site.redundant()
  }
}

/** The faults of a run: each a SIGKILL, as the end of a machine, and its return while people work. */
export const faults = {
  portal: {
    name: 'one portal',
    awayMs: 5000,
    strike: async site => {
      await site.killPortal(0)
      return async () => site.raise(0)
    },
  },
  primary: {
    name: 'the primary database with its Patroni',
    awayMs: 30_000,
    strike: host(site => site.primary()),
  },
  replica: {
    name: 'the replica database with its Patroni',
    awayMs: 10_000,
    strike: host(site => site.replica()),
  },
  files: {
    name: 'the file gateway (radosgw)',
    awayMs: 10_000,
    strike: async site => {
      site.killFiles()
      return () => site.raiseFiles()
    },
  },
} satisfies Record<string, Fault>

/** Lets people work, strikes, brings back, and lets them work on. @returns when it struck, in the time of performance.now */
export async function befall(site: Site, fault: Fault, { beforeMs = 4000, afterMs = 6000 } = {}): Promise<number> {
  await sleep(beforeMs)
  const struckAt = performance.now()
  const bringBack = await fault.strike(site)
  await sleep(fault.awayMs)
  await bringBack()
  await sleep(afterMs)
  return struckAt
}
