import { recordCutFileAccesses } from '#server/audit-log/accesses-under-way.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { writeRefusals } from '#server/http/security/record-denial.ts'
import { sweepSecondSteps } from '#server/identity/second-factor/pending.ts'
import { deleteOldAttempts } from '#server/identity/session/login-throttle.ts'
import { purgeDeliveries } from '#server/integration/webhook/deliver.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { sendDigests } from '#server/notification/digest/send.ts'
import { hasRenames, refreshNames } from '#server/participant/overview-names.ts'
import { checkpointsOf } from '#server/platform/audit-log/checkpoints.ts'
import { copyAuditLog } from '#server/platform/audit-log/copy.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { ORPHAN_AGE, scrubDue } from '#server/platform/files/scrub.ts'
import { logLine, logProblem } from '#server/platform/log.ts'
import { certifyEarlierScores } from '#server/report-request/certificate/issue.ts'
import { remindOfDeclarations } from '#server/report-request/independence/remind.ts'
import { destroyDue } from '#server/retention/destroy.ts'
import { announceMatches } from '#server/search/saved-view/alerts.ts'
import { sweepAttempts } from '#server/session/attempt.ts'
import { announceOverdue } from '#server/validation/desk/overdue.ts'

/**
 * Removes interrupted uploads and stored files without a row, once they are old. Nothing else removes stored files, and
 * it does not run while a backup copies them.
 * @returns null when another server does
 */
export function sweepFiles(app: AppContext, olderThanMs = ORPHAN_AGE): Promise<unknown> {
  return alone(app, jobLocks.removeFiles, async () => {
    await app.files.sweep(async sha256 => {
      const row = await app.db
        .selectFrom('stored_file')
        .select('sha256')
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return row !== undefined
    }, olderThanMs)
    return true
  })
}

/** Raises an alarm for a failed run, once for as long as the same error lasts. */
function alarm(): (error: unknown) => void {
  let told = ''
  return error => {
    const wrong = error === null ? '' : (error as Error).message
    if (wrong !== '' && wrong !== told && !(error instanceof Unsigned)) logLine('error', 'alarm', { message: wrong })
    told = wrong
  }
}

/** The end of the audit log could not be signed, which raised an alarm already. */
class Unsigned extends Error {}

/** Runs jobs one after the other. */
function each(works: readonly (() => Promise<void>)[]): () => Promise<void> {
  return async () => {
    for (const work of works) await work()
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

/** How often a server checks whether a checkpoint is due, or a name is missing in lists, in milliseconds. */
const LOOK_MS = 1000

/**
 * Announces expiries and what is overdue at CCI, purges due data, removes files without a row, mirrors the audit log and verifies the stored
 * files: at the start and every quarter of an hour. Sends digests that are due every minute. Writes the counted denials every minute and at the stop. Signs a
 * checkpoint whenever one is due, and at the stop.
 */
export function startHousekeeping(app: AppContext, checkpoints = checkpointsOf(app)): { stop(): Promise<void> } {
  const ending = new AbortController()
  const { checkpointDir } = app.settings
  const job = app.jobs.offer
  const signAndCopy = job(
    'copy-audit-log',
    async () => {
      await checkpoints.sign()
      if (checkpointDir) await copyAuditLog(app, checkpointDir)
      if (checkpoints.problem() !== '') throw new Unsigned(checkpoints.problem())
    },
    alarm(),
  )
  const renames = job('refresh-names', () => refreshNames(app))
  const quarterly = [
    renames,
    job('announce-expiries', () => announceExpiries(app)),
    job('announce-overdue', () => announceOverdue(app)),
    job('announce-matches', () => announceMatches(app)),
    job('remind-declarations', () => remindOfDeclarations(app)),
    job('certify-scores', () => certifyEarlierScores(app)),
    job('destroy-due', () => destroyDue(app), alarm()),
    job('remove-files', () => sweepFiles(app)),
    job('clean-sign-ins', async () => {
      await deleteOldAttempts(app)
      await sweepSecondSteps(app)
      await sweepAttempts(app)
    }),
    job('record-cut-readings', () => recordCutFileAccesses(app)),
    job('purge-deliveries', () => purgeDeliveries(app)),
  ]
  const stops = [
    repeat(each(quarterly)),
    repeat(signAndCopy),
    repeat(() => checkpoints.look(), LOOK_MS),
    repeat(async () => (await hasRenames(app)) && renames(), LOOK_MS),
    repeat(
      job('send-digests', () => sendDigests(app)),
      MINUTE,
    ),
    // The maximum delay of a summary of denials.
    repeat(
      job('record-denials', () => writeRefusals(app)),
      MINUTE,
    ),
    // Runs beside the others: verifying a large store takes hours.
    repeat(job('verify-files', () => scrubDue(app, ending.signal))),
    // What another server was asked for and did not finish.
    repeat(() => app.jobs.runAsked(), MINUTE),
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
