import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHost } from '#assurance/distributed/servers.ts'
import type { Site } from '#assurance/distributed/site.ts'

export type Fault = {
  name: string
  /** How long it stays away before it comes back, in milliseconds. */
  awayMs: number
  /** Whether calls may end without an answer: it is the answering part itself that ends. */
  maySilence?: boolean
  /** @returns what brings it back */
  strike(site: Site): Promise<() => Promise<void>>
}

const database = (find: (site: Site) => Promise<DatabaseHost>) => async (site: Site) => {
  const victim = await find(site)
  await victim.kill()
  return async () => {
    victim.start()
    await site.redundant()
  }
}

/** The faults of a run: most are a SIGKILL, as the end of a machine, and its return while people work. */
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
    strike: database(site => site.primary()),
  },
  replica: {
    name: 'the replica database with its Patroni',
    awayMs: 10_000,
    strike: database(site => site.replica()),
  },
  files: {
    name: 'the file gateway (radosgw)',
    awayMs: 10_000,
    strike: async site => {
      site.killFiles()
      return () => site.raiseFiles()
    },
  },
  host: {
    name: 'the host of the primary: portal, database, Patroni, PgBouncer, etcd',
    awayMs: 30_000,
    strike: async site => {
      const which = await site.primaryHost()
      await site.killHost(which)
      return async () => {
        site.raiseHost(which)
        await site.redundant()
      }
    },
  },
  frozen: {
    name: 'one portal frozen (SIGSTOP)',
    awayMs: 30_000,
    strike: async site => {
      site.signalPortal(0, 'SIGSTOP')
      return async () => site.signalPortal(0, 'SIGCONT')
    },
  },
  network: {
    name: 'the network of the host of the primary',
    awayMs: 30_000,
    strike: async site => {
      const host = site.hosts[await site.primaryHost()]!
      host.cut()
      return async () => {
        host.join()
        await site.redundant()
      }
    },
  },
  proxy: {
    name: 'HAProxy with the address; keepalived moves it',
    awayMs: 10_000,
    maySilence: true,
    strike: async site => {
      const which = site.balancer()
      await site.killBalancer(which)
      return async () => site.raiseBalancer(which)
    },
  },
} satisfies Record<string, Fault>

export type Moments = (limit: number) => number

/**
 * Lets people work, strikes at a moment of the seed, brings back, and lets them work on.
 * @returns when it struck, in the time of performance.now
 */
export async function befall(
  site: Site,
  fault: Fault,
  { next, beforeMs = 3000, afterMs = 6000 }: { next: Moments; beforeMs?: number; afterMs?: number },
): Promise<number> {
  await sleep(beforeMs + next(3000))
  const struckAt = performance.now()
  const bringBack = await fault.strike(site)
  await sleep(fault.awayMs)
  await bringBack()
  await sleep(afterMs)
  return struckAt
}
