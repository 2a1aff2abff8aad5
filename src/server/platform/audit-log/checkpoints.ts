import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '#server/kernel/app-context.ts'
import { lastEntry, newestHead, storeCheckpoint } from '#server/platform/audit-log/checkpoint-store.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { isUnavailable } from '#server/platform/database/unavailable.ts'
import { logLine } from '#server/platform/log.ts'

/** A checkpoint is due after this many entries, or this long after the first of them (decision 010). */
const DUE_ENTRIES = 100
const DUE_MS = MINUTE
/** How often, in milliseconds, and how many times `sign` asks for the lock while another server signs. */
const TURN_MS = 100
const TURNS = 20

export type Checkpoints = {
  /** Signs the end of the audit log if a checkpoint is due. Never fails. */
  look(): Promise<void>
  /** Signs the end of the audit log, if it is not signed yet. Never fails. */
  sign(): Promise<void>
  /** Why the last attempt failed; '' when it did not. */
  problem(): string
}

type Entry = { number: number; hash: string }

/**
 * Decides when the end of the audit log is signed, outside the transactions that write it. One server signs at a time;
 * servers with a shared folder take over its checkpoint. A failure to sign or write raises an alarm, once for each
 * reason, and is retried a minute later.
 */
export function checkpointsOf(app: AppContext): Checkpoints {
  /** The last entry known to be signed. */
  let signed: Entry = { number: 0, hash: '' }
  /** The instant when this server first saw an unsigned entry. */
  let since: string | null = null
  /** The reason why the last attempt failed. */
  let problem = ''

  function isDue(last: Entry | null): boolean {
    if (!last || (last.number === signed.number && last.hash === signed.hash)) {
      since = null
      return false
    }
    const now = app.clock.now()
    since ??= now
    if (now < since || after(since, DUE_MS) <= now) return true
    const entries = last.number - signed.number
    // A log that is shorter, or ends with another entry, was restored or altered: the attempt raises the alarm.
    return problem === '' && (entries >= DUE_ENTRIES || entries <= 0)
  }

  async function keep(turns: number): Promise<void> {
    try {
      for (let turn = 1; !(await keepAlone()); turn++) {
        if (turn === turns) return
        await sleep(TURN_MS)
      }
      problem = ''
      since = null
    } catch (error) {
      // The calls report that the database is unavailable; the next look tries again.
      if (isUnavailable(error)) return
      const { message } = error as Error
      if (message !== problem) logLine('error', 'alarm', { message })
      problem = message
      since = app.clock.now()
    }
  }

  /** @returns whether this server got the lock. */
  async function keepAlone(): Promise<boolean> {
    const turn = await alone(app, jobLocks.signAuditLog, async () => {
      await storeCheckpoint(app)
      signed = (await newestHead(app)) ?? signed
      return true
    })
    return turn === true
  }

  return {
    async look() {
      try {
        const last = await lastEntry(app)
        if (!isDue(last)) return
        // Another server may have signed; after a failure, some folders may lack the checkpoint.
        const known = problem === '' ? await newestHead(app) : null
        if (known && known.number > signed.number) {
          signed = known
          since = known.at
          if (!isDue(last)) return
        }
      } catch (error) {
        if (!isUnavailable(error)) throw error
        return
      }
      await keep(1)
    },
    sign: () => keep(TURNS),
    problem: () => problem,
  }
}
