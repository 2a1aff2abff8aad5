import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '#server/platform/database/connect.ts'
import { configOf } from '#server/platform/database/connect.ts'
import { jobLocks } from '#server/platform/database/lock.ts'

/** How long a server that lost its connection waits before each attempt to take the lock again, in milliseconds. */
const AGAIN_MS = 1000

/** The record that a server runs. */
export type Presence = { stop(): Promise<void> }

/**
 * Records in the database that a server runs, until `stop`. If no other server of this database runs, `whenAlone` runs
 * first, and servers that start during it wait for its end. A server that loses its connection records itself again as
 * soon as it can; a server that starts in that gap may consider itself alone.
 * @throws errors of `whenAlone` and of the first connection.
 */
export async function recordPresence(connection: Connection, whenAlone: () => Promise<unknown>): Promise<Presence> {
  let stopped = false
  let session = await open()
  const { rows } = await session.query('select pg_try_advisory_lock($1) as mine', [jobLocks.running])
  try {
    if (rows[0].mine) await whenAlone()
    // Taken before releasing the exclusive lock, so that no other server finds itself alone in between.
    await session.query('select pg_advisory_lock_shared($1)', [jobLocks.running])
    if (rows[0].mine) await session.query('select pg_advisory_unlock($1)', [jobLocks.running])
  } catch (error) {
    await session.end()
    throw error
  }
  session.once('end', again)

  async function open(): Promise<pg.Client> {
    const config = { ...configOf(connection), keepAlive: true, connectionTimeoutMillis: 10_000 }
    const client = new pg.Client({ ...config, application_name: 'almotacen-running' })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  async function again(): Promise<void> {
    while (!stopped) {
      await sleep(AGAIN_MS, undefined, { ref: false })
      const next = await open().catch(() => null)
      const held = await next?.query('select pg_advisory_lock_shared($1)', [jobLocks.running]).catch(() => null)
      if (!next || !held || stopped) {
        await next?.end().catch(() => {})
        continue
      }
      session = next
      session.once('end', again)
      return
    }
  }

  return {
    stop: async () => {
      stopped = true
      await session.end().catch(() => {})
    },
  }
}

/** Whether a server of this database runs, on any machine. */
export async function isAnyServerRunning(connection: Connection): Promise<boolean> {
  const client = new pg.Client(configOf(connection))
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [jobLocks.running])
    return !rows[0].alone
  } finally {
    await client.end()
  }
}
