import type { AppContext } from '#server/app/app-context.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { writeRefusals } from '#server/http/security/record-denial.ts'
import { sweepSecondSteps } from '#server/identity/second-factor/pending.ts'
import { deleteOldAttempts } from '#server/identity/session/login-throttle.ts'
import { sweepAttempts } from '#server/identity/single-sign-on/attempt.ts'
import { purgeDeliveries } from '#server/integration/webhook/deliver.ts'
import { announceMatches } from '#server/list/saved-view/alerts.ts'
import { sendDigests } from '#server/notification/digest/send.ts'
import { recordCutFileAccesses } from '#server/platform/audit-log/accesses-under-way.ts'
import { checkpointsOf } from '#server/platform/audit-log/checkpoints.ts'
import { copyAuditLog } from '#server/platform/audit-log/copy.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { ORPHAN_AGE, scrubDue } from '#server/platform/files/scrub.ts'
import { logLine, logProblem } from '#server/platform/log.ts'
import { certifyEarlierScores } from '#server/report-request/certificate/issue.ts'
import { remindOfDeclarations } from '#server/report-request/independence/remind.ts'
import { destroyDue } from '#server/retention/destroy.ts'
import { announceOverdue } from '#server/validation/desk/overdue.ts'

/**
 * Removes interrupted uploads and stored files without a row, once they are old. Nothing else removes stored files, and
 * it does not run while a backup copies them.
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

/** Wraps a periodic job: a failure raises an alarm, once for as long as the same error lasts. */
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

/** Runs jobs one after the other. A failed job raises an alarm and does not stop the next ones. */
function each(works: readonly (() => Promise<unknown>)[]): () => Promise<void> {
  return async () => {
    for (const work of works) await work().catch(error => logProblem('job-failed', error))
  }
}

/** Runs `work` at once and then at intervals. Skips a run while the previous one is under way. A run may fail. */
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

/** How often a server checks whether a checkpoint is due, in milliseconds. */
const LOOK_MS = 1000

/**
 * Announces expiries and what is overdue at CCI, purges due data, removes files without a row, mirrors the audit log and verifies the stored
 * files: at the start and every quarter of an hour. Sends digests that are due every minute. Writes the counted denials every minute and at the stop. Signs a
 * checkpoint whenever one is due, and at the stop.
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
        () => announceOverdue(app),
        () => announceMatches(app),
        () => remindOfDeclarations(app),
        () => certifyEarlierScores(app),
        withAlarm(() => destroyDue(app)),
        () => sweepFiles(app),
        () => deleteOldAttempts(app),
        () => sweepSecondSteps(app),
        () => sweepAttempts(app),
        () => recordCutFileAccesses(app),
        () => purgeDeliveries(app),
      ]),
    ),
    repeat(signAndCopy),
    repeat(() => checkpoints.look(), LOOK_MS),
    repeat(() => sendDigests(app), MINUTE),
    // The maximum delay of a summary of denials.
    repeat(() => writeRefusals(app), MINUTE),
    // Runs beside the others: verifying a large store takes hours.
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
