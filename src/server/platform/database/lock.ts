import type { AppContext } from '#server/app-context.ts'

/**
 * Advisory locks of whole jobs: of several servers one runs each. A lock belongs to a session of the database, so that it
 * ends with the server that held it.
 */
export const jobLocks = {
  /** Held while files are removed; a back-up holds it as well, so that no file goes while it copies. */
  removeFiles: 72_616_031,
  scrub: 72_616_032,
  retention: 72_616_033,
  checkMarks: 72_616_034,
  signAuditLog: 72_616_035,
  /** Held while the key of the installation and what it closed are changed; shared by a back-up that copies both. */
  changeKey: 72_616_041,
} as const

export type JobLock = (typeof jobLocks)[keyof typeof jobLocks]

/** Runs `work` while holding a job's lock. @returns null when another server is at it. */
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
