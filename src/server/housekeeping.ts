import { MINUTE } from '#server/clock.ts'
import { alone, jobLocks } from '#server/database/lock.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { ORPHAN_AGE, scrubDue } from '#server/files/scrub.ts'
import { writeRefusals } from '#server/http/note-refusal.ts'
import { logLine, logProblem } from '#server/log.ts'
import type { Portal } from '#server/portal.ts'
import { destroyDue } from '#server/retention/destroy.ts'
import { sweepSecondSteps } from '#server/second-factor/pending.ts'
import { sweepGuesses } from '#server/session/guess.ts'
import { sweepAttempts } from '#server/single-sign-on/attempt.ts'
import { copyTrail } from '#server/trail/copy.ts'
import { keepHead } from '#server/trail/heads.ts'
import { tellCutReadings } from '#server/trail/under-way.ts'

/** Removes cut uploads and files without a row; it is the only one that removes files, and waits while a back-up copies. */
export async function sweepFiles(portal: Portal, olderThanMs = ORPHAN_AGE): Promise<void> {
  await alone(portal, jobLocks.removeFiles, () =>
    portal.files.sweep(async sha256 => {
      const row = await portal.db
        .selectFrom('stored_file')
        .select('sha256')
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return row !== undefined
    }, olderThanMs),
  )
}

/** Runs what is done again and again: what goes wrong is an alarm, once for as long as the same is wrong. */
function withAlarm(work: () => Promise<unknown>): () => Promise<void> {
  let told = ''
  return async () => {
    const wrong = await work().then(
      () => '',
      (error: Error) => error.message,
    )
    if (wrong !== '' && wrong !== told) logLine('error', 'alarm', { message: wrong })
    told = wrong
  }
}

/** A head that cannot be signed, or a copy that is not taken, is an alarm, and nothing else waits for it. */
function trailSigner(portal: Portal): () => Promise<void> {
  const { trailHeadsDir } = portal.settings
  const sign = withAlarm(() => keepHead(portal))
  const copy = withAlarm(async () => trailHeadsDir && copyTrail(portal, trailHeadsDir))
  return async () => {
    await sign()
    await copy()
  }
}

/** Does one thing after another; what fails is told and keeps none that follows from being done. */
function each(works: readonly (() => Promise<unknown>)[]): () => Promise<void> {
  return async () => {
    for (const work of works) await work().catch(error => logProblem('job-failed', error))
  }
}

/** Runs `work` at once and every so many milliseconds, one run at a time. A run may fail and the next goes on. */
function repeat(work: () => Promise<unknown>, every = 15 * MINUTE): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    running = running.then(work).catch(error => logProblem('job-failed', error))
  }
  run()
  const timer = setInterval(run, every)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/**
 * Announces what time made, destroys what has been blocked long enough, sweeps what no row speaks of, signs where the trail ends and
 * reads the stored files: at start and every quarter of an hour. Writes the denials that were counted every minute. The stop writes
 * those that are still counted and signs where the trail ends.
 */
export function startHousekeeping(portal: Portal): { stop(): Promise<void> } {
  const ending = new AbortController()
  const signTrail = trailSigner(portal)
  const stops = [
    repeat(
      each([
        () => announceExpiries(portal),
        withAlarm(() => destroyDue(portal)),
        () => sweepFiles(portal),
        () => sweepGuesses(portal),
        () => sweepSecondSteps(portal),
        () => sweepAttempts(portal),
        () => tellCutReadings(portal),
      ]),
    ),
    repeat(signTrail),
    // A summary of denials is late by this at most.
    repeat(() => writeRefusals(portal), MINUTE),
    // Beside the others: reading everything takes hours where there is much.
    repeat(() => scrubDue(portal, ending.signal)),
  ]
  return {
    stop: async () => {
      ending.abort()
      await Promise.all(stops.map(stop => stop()))
      await writeRefusals(portal, true).catch(error => logProblem('job-failed', error))
      await signTrail()
    },
  }
}
