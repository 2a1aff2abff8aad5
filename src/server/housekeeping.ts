import type { AppContext } from '#server/app-context.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { writeRefusals } from '#server/http/security/record-denial.ts'
import { recordCutFileAccesses } from '#server/platform/audit-log/accesses-under-way.ts'
import { checkpointsOf } from '#server/platform/audit-log/checkpoints.ts'
import { copyAuditLog } from '#server/platform/audit-log/copy.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { ORPHAN_AGE, scrubDue } from '#server/platform/files/scrub.ts'
import { logLine, logProblem } from '#server/platform/log.ts'
import { destroyDue } from '#server/retention/destroy.ts'
import { sweepSecondSteps } from '#server/second-factor/pending.ts'
import { deleteOldAttempts } from '#server/session/login-throttle.ts'
import { sweepAttempts } from '#server/single-sign-on/attempt.ts'

/**
 * Removes cut uploads and stored files without a row, once they are old. Nothing else removes stored files, and it does not
 * run while a back-up copies them.
 */
export async function sweepFiles(app: AppContext, olderThanMs = ORPHAN_AGE): Promise<void> {
  await alone(app, jobLocks.removeFiles, () =>
    app.files.sweep(async sha256 => {
      const row = await app.db
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

/** Does one thing after another; what fails is told and keeps none that follows from being done. */
function each(works: readonly (() => Promise<unknown>)[]): () => Promise<void> {
  return async () => {
    for (const work of works) await work().catch(error => logProblem('job-failed', error))
  }
}

/** Runs `work` at once and then at intervals, skipping a run while the one before goes on. A run may fail. */
function repeat(work: () => Promise<unknown>, everyMs = 15 * MINUTE): () => Promise<void> {
  let running: Promise<unknown> | null = null
  const run = () => {
    running ??= work()
      .catch(error => logProblem('job-failed', error))
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** How often a server looks whether a checkpoint is due, in milliseconds. */
const LOOK_MS = 1000

/**
 * Announces what has expired, destroys what is due, removes files without a row, copies the audit log to its second folder and
 * reads the stored files: at the start and every quarter of an hour. Writes the counted denials every minute and at the stop.
 * Signs the end of the audit log whenever a checkpoint is due, and at the stop.
 */
export function startHousekeeping(app: AppContext, checkpoints = checkpointsOf(app)): { stop(): Promise<void> } {
  const ending = new AbortController()
  const { checkpointDir } = app.settings
  const copy = withAlarm(async () => checkpointDir && copyAuditLog(app, checkpointDir))
  const signAndCopy = async () => {
    await checkpoints.sign()
    await copy()
  }
  const stops = [
    repeat(
      each([
        () => announceExpiries(app),
        withAlarm(() => destroyDue(app)),
        () => sweepFiles(app),
        () => deleteOldAttempts(app),
        () => sweepSecondSteps(app),
        () => sweepAttempts(app),
        () => recordCutFileAccesses(app),
      ]),
    ),
    repeat(signAndCopy),
    repeat(() => checkpoints.look(), LOOK_MS),
    // A summary of denials is late by this at most.
    repeat(() => writeRefusals(app), MINUTE),
    // Beside the others: reading everything takes hours where there is much.
    repeat(() => scrubDue(app, ending.signal)),
  ]
  return {
    stop: async () => {
      ending.abort()
      await Promise.all(stops.map(stop => stop()))
      await writeRefusals(app, true).catch(error => logProblem('job-failed', error))
      await signAndCopy()
    },
  }
}
