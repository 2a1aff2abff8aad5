import type { AppContext } from '#server/app/app-context.ts'

/**
 * Advisory locks of jobs that run on one server at a time. A lock belongs to a database session, so it ends with its
 * server.
 */
export const jobLocks = {
  /** Held while files are removed; a backup holds it too, so that no file disappears while it copies. */
  removeFiles: 72_616_031,
  scrub: 72_616_032,
  retention: 72_616_033,
  checkMarks: 72_616_034,
  signAuditLog: 72_616_035,
  prechecks: 72_616_036,
  /** Held while the installation's key and the data encrypted with it change; a backup that copies both shares it. */
  changeKey: 72_616_041,
} as const

export type JobLock = (typeof jobLocks)[keyof typeof jobLocks]

/** Runs `work` while holding a job's lock. @returns null when another server holds it. */
export async function alone<T>(app: AppContext, lock: JobLock, work: () => Promise<T>): Promise<T | null> {
  const session = await app.pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  session.on('error', onError)
  try {
    const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (!rows[0]!.mine) return null
    try {
      return await work()
    } finally {
      await session.query('select pg_advisory_unlock($1)', [lock]).catch(onError)
    }
  } finally {
    session.off('error', onError)
    session.release(broken)
  }
}
