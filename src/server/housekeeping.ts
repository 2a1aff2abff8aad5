import { HOUR, MINUTE } from '#server/clock.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import type { Portal } from '#server/portal.ts'
import { sweepSecondSteps } from '#server/second-factor/pending.ts'
import { sweepGuesses } from '#server/session/guess.ts'

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

/** Announces what time made and sweeps what no row speaks of: at start and every quarter of an hour. Each run may fail and the next goes on. */
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
  }
  run()
  const timer = setInterval(run, 15 * MINUTE)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
