import { sql } from 'kysely'
import { onlyOf } from '#domain/values/certain.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * All advisory locks of the portal's database: jobs that run on one server at a time, and what happens once in a database. A lock belongs to a
 * database session or transaction, so it ends with its server.
 */
export const jobLocks = {
  /** Held while files are removed; a backup holds it too, so that no file disappears while it copies. */
  removeFiles: 72_616_031,
  scrub: 72_616_032,
  retention: 72_616_033,
  checkMarks: 72_616_034,
  signAuditLog: 72_616_035,
  prechecks: 72_616_036,
  announce: 72_616_002,
  levels: 72_616_061,
  chains: 72_616_062,
  reliance: 72_616_063,
  overdue: 72_616_064,
  findings: 72_616_065,
  clarifications: 72_616_068,
  certify: 72_616_066,
  remindOfDeclarations: 72_616_067,
  /** With the company: requests for one CIF are asked and answered one after the other. */
  invitationRequests: 72_616_069,
  overviewNames: 72_616_070,
  /** Taken by `recount_overview` of the schema, which names its number. */
  overviewCounts: 72_616_072,
  reportDamage: 72_616_071,
  bulletins: 72_616_079,
  gleif: 72_616_073,
  /** Taken by triggers of the schema, which name its number, to number the entries of the audit log. */
  trail: 72_616_001,
  /** Held while the installation's key and the data encrypted with it change; a backup that copies both shares it. */
  changeKey: 72_616_041,
  /** Held while an installation gets its identity. */
  identify: 72_616_042,
  /** Shared by every running server; a command that needs the portal stopped takes it alone. */
  running: 72_616_043,
  /** Held while the rights of the portal's role are granted. */
  grant: 72_616_003,
  migrate: 72_616_004,
} as const

/** The locks of jobs that CCI asked for, one for each by its place in their list. */
export const askedLock = (place: number) => (72_616_200 + place) as AskedLock
type AskedLock = number & { readonly asked: unique symbol }

export type JobLock = (typeof jobLocks)[keyof typeof jobLocks] | AskedLock

/**
 * Takes a job's lock until the end of the transaction.
 * @returns false when another server holds it
 */
export async function isAlone(db: Db, lock: JobLock): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lock)}) as mine`.execute(db)
  return onlyOf(rows).mine
}

/** Runs `work` while holding a job's lock. @returns null when another server holds it. */
export async function alone<T>(app: AppContext, lock: JobLock, work: () => Promise<T>): Promise<T | null> {
  const session = await app.sessions.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  session.on('error', onError)
  try {
    const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lock])
    if (!onlyOf(rows).mine) return null
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
