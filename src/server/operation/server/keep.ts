import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { AppContext } from '#server/kernel/app-context.ts'
import { examine, RELEASE } from '#server/operation/doctor/examine.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import { version } from '#server/platform/installation/version.ts'
import { logProblem } from '#server/platform/log.ts'

/** How often a server gives a sign of life, in milliseconds; as often it looks whether CCI asked for checks. */
const BEAT_MS = 5_000
/** How old its checks become, and how long one that was killed stays on record. */
const CHECKED_MS = 15 * MINUTE
const FORGOTTEN_MS = DAY

export type KeptState = {
  /** Gives a sign of life, and waits for the end of the checks if some are due. */
  look(): Promise<void>
  /** Ends the checks under way, and the record of this server. */
  stop(): Promise<void>
}

/**
 * Keeps on record that a server runs, and what the checks of `doctor` find there: at its start, every quarter of an hour,
 * and when CCI asks (CARE-16). One process of a server does so.
 */
export function keepState(app: AppContext, port: number, machine = hostname()): KeptState {
  const { db, clock } = app
  const name = `${machine}:${port}`
  const started_at = clock.now()
  const stopping = new AbortController()
  let checkedAt: string | null = null
  let beating: Promise<void> | null = null
  let checking: Promise<void> | null = null
  let isTold = false

  async function beat(): Promise<void> {
    const seen_at = clock.now()
    const { asked_at } = await db
      .insertInto('server_state')
      .values({ name, version, started_at, seen_at })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ version, started_at, seen_at }))
      .returning('asked_at')
      .executeTakeFirstOrThrow()
    isTold = false
    if (asked_at === null && checkedAt !== null && seen_at < after(checkedAt, CHECKED_MS)) return
    checking ??= check(asked_at)
      .catch(tell)
      .finally(() => {
        checking = null
      })
  }

  async function check(asked_at: string | null): Promise<void> {
    const begunAt = clock.now()
    const { settings, secrets, publicUrl } = app
    const site = { settings, clock, root: RELEASE, db, unreached: null, secrets, publicUrl, mailTo: null }
    const outcomes = await examine(site, stopping.signal)
    const checks = outcomes.map(({ advice = '', ...outcome }) => ({ ...outcome, advice }))
    await db
      .updateTable('server_state')
      .set({ checked_at: begunAt, checks: JSON.stringify(checks), asked_at: sql`nullif(asked_at, ${asked_at})` })
      .where('name', '=', name)
      .execute()
    checkedAt = begunAt
    await db.deleteFrom('server_state').where('seen_at', '<', after(begunAt, -FORGOTTEN_MS)).execute()
  }

  /** Once for as long as the database is away. */
  function tell(error: unknown): void {
    if (stopping.signal.aborted || isTold) return
    isTold = true
    logProblem('state-not-recorded', error)
  }

  const begin = () => {
    beating ??= beat()
      .catch(tell)
      .finally(() => {
        beating = null
      })
    return beating
  }
  const timer = setInterval(begin, BEAT_MS).unref()
  void begin()
  return {
    look: async () => {
      await begin()
      await checking
    },
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await beating
      await checking
      await db.deleteFrom('server_state').where('name', '=', name).execute().catch(tell)
    },
  }
}
