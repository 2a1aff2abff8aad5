import { HOUR, MINUTE } from '#server/clock.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import type { Portal } from '#server/portal.ts'
import { sweepSecondSteps } from '#server/second-factor/pending.ts'
import { sweepGuesses } from '#server/session/guess.ts'
import { keepHead } from '#server/trail/heads.ts'

/** Files younger than this may belong to a call that has not committed yet. */
const SWEEP_AGE = HOUR

async function sweepFiles(portal: Portal): Promise<void> {
  await portal.files.sweep(async sha256 => {
    const row = await portal.db
      .selectFrom('stored_file')
      .select('sha256')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    return row !== undefined
  }, SWEEP_AGE)
}

/** A head that cannot be signed is an alarm, and nothing else waits for it. */
async function signTrail(portal: Portal): Promise<void> {
  await keepHead(portal).catch(error => console.error('ALARMA:', (error as Error).message))
}

/**
 * Announces what time made, sweeps what no row speaks of and signs where the trail ends: at start,
 * every quarter of an hour, and the trail's end also at the stop. Each run may fail and the next goes on.
 */
export function startHousekeeping(portal: Portal): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = running
      .then(async () => {
        await announceExpiries(portal)
        await sweepFiles(portal)
        await sweepGuesses(portal)
        await sweepSecondSteps(portal)
      })
      .catch(error => console.error('La tarea diaria ha fallado y se repetirá:', (error as Error).message))
      .then(() => signTrail(portal))
  }
  run()
  const timer = setInterval(run, 15 * MINUTE)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      await signTrail(portal)
    },
  }
}
