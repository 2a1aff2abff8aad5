import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Change } from '#domain/notification/stream/stream.ts'
import type { Connection, Db } from '#server/platform/database/connect.ts'
import { configOf } from '#server/platform/database/connect.ts'
import { logProblem } from '#server/platform/log.ts'

const CHANNEL = 'almotacen_changes'
/** PostgreSQL refuses payloads from 8,000 bytes. */
const READERS_AT_ONCE = 200
/** Changes of this long, in milliseconds, leave together. */
const GATHER_MS = 100
const LONGEST_PAUSE_MS = 30_000
/** How long the own greeting may take, in milliseconds. */
const GREETING_MS = 5000

/** Tells all servers of this database what changed. It waits for nothing: a browser that misses it polls. */
export function teller(db: Db): { tell: (changes: readonly Change[]) => void; stop(): Promise<void> } {
  let waiting: Change[] = []
  let timer: NodeJS.Timeout | null = null
  let sending = Promise.resolve()
  const send = () => {
    timer = null
    const changes = waiting
    waiting = []
    sending = sending.then(async () => {
      for (const change of changes) {
        for (let from = 0; from < change.readers.length; from += READERS_AT_ONCE) {
          const readers = change.readers.slice(from, from + READERS_AT_ONCE)
          await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ ...change, readers })})`.execute(db).catch(() => {})
        }
      }
    })
  }
  return {
    tell: changes => {
      if (changes.length === 0) return
      waiting.push(...changes)
      timer ??= setTimeout(send, GATHER_MS)
    },
    stop: async () => {
      if (timer) clearTimeout(timer)
      send()
      await sending
    },
  }
}

type Heard = {
  onChange: (change: Change) => void
  /** It listens again, and may have missed something. */
  onReturn: () => void
}
export type Ear = { readonly hears: boolean; stop(): Promise<void> }

/**
 * Listens on one connection of its own, and returns to it when it is lost. A pooler that lends connections by
 * transaction takes LISTEN and delivers nothing: the greeting that does not come back tells.
 */
export function listenForChanges(connection: Connection, { onChange, onReturn }: Heard): Ear {
  const stopping = new AbortController()
  let client: pg.Client | null = null
  let hears = false

  async function attend(): Promise<void> {
    const config = { ...configOf(connection), keepAlive: true, connectionTimeoutMillis: 10_000 }
    const session = new pg.Client({ ...config, application_name: 'almotacen-listening' })
    session.on('error', () => {})
    const ended = new Promise<void>(resolve => session.once('end', resolve))
    // What waits for an answer would wait for ever on a connection that is ended meanwhile.
    const cut = ended.then(() => {
      throw new Error('The connection that listens was ended')
    })
    cut.catch(() => {})
    client = session
    await Promise.race([session.connect(), cut])
    const greeting = randomUUID()
    const greeted = new Promise<boolean>(resolve => {
      const timer = setTimeout(() => resolve(false), GREETING_MS)
      timer.unref()
      session.on('notification', ({ payload = '' }) => {
        if (payload === greeting) {
          clearTimeout(timer)
          resolve(true)
        } else if (payload.startsWith('{')) onChange(JSON.parse(payload))
      })
    })
    await session.query(`listen ${CHANNEL}`)
    await session.query('select pg_notify($1, $2)', [CHANNEL, greeting])
    if (!(await Promise.race([greeted, cut])))
      throw new Error('LISTEN is not answered: a pooler must keep sessions (docs/operations/running.md)')
    hears = true
    onReturn()
    await ended
  }

  async function run(): Promise<void> {
    for (let pause = 1000; !stopping.signal.aborted; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      try {
        await attend()
        pause = 1000
      } catch (error) {
        if (!stopping.signal.aborted) logProblem('listen-failed', error)
      }
      hears = false
      await client?.end().catch(() => {})
      await sleep(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  const running = run()
  return {
    get hears() {
      return hears
    },
    stop: async () => {
      stopping.abort()
      await client?.end().catch(() => {})
      await running
    },
  }
}
