import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '#server/kernel/app-context.ts'
import { noteState, tellDamage } from '#server/operation/files/damage.ts'
import { after, DAY, HOUR } from '#server/platform/clock.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { logLine } from '#server/platform/log.ts'

/** An orphan may still belong to an uncommitted call, so it must be this old; the sweep waits as long. */
export const ORPHAN_AGE = HOUR

export type ScrubOptions = {
  /** Only files that were not checked in this many milliseconds; 0 checks all. */
  notReadFor?: number
  /** The read rate, limited so that users do not notice. */
  bytesPerSecond?: number
  signal?: AbortSignal
}

export type ScrubReport = { read: number; bytes: number; corrupt: string[]; missing: string[]; orphans: string[] }

/**
 * Verifies stored files against their size and SHA-256, and lists corrupt files, missing files and files without a row.
 * CCI is notified of new damage. One server scrubs at a time; the next run continues an interrupted one (R8).
 * @returns null when another server is scrubbing.
 */
export function scrub(app: AppContext, options: ScrubOptions = {}): Promise<ScrubReport | null> {
  return alone(app, jobLocks.scrub, async () => {
    const { notReadFor = 0, bytesPerSecond = Number.POSITIVE_INFINITY, signal } = options
    const report: ScrubReport = { read: 0, bytes: 0, corrupt: [], missing: [], orphans: [] }
    const due = after(app.clock.now(), -notReadFor)
    const pace = pacer(bytesPerSecond)
    for (let last = ''; ; ) {
      const rows = await app.db
        .selectFrom('stored_file')
        .select(['sha256', 'size'])
        .where('sha256', '>', last)
        .where(eb => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', due)]))
        .orderBy('sha256')
        .limit(200)
        .execute()
      for (const { sha256, size } of rows) {
        if (signal?.aborted) return report
        const state = await app.files.check(sha256, size, pace)
        await noteState(app, sha256, state)
        report.read++
        report.bytes += size
      }
      const end = rows.at(-1)
      if (!end) break
      last = end.sha256
    }
    await noteOrphans(app)
    await tellDamage(app)
    const damages = await app.db.selectFrom('file_damage').select(['name', 'kind']).orderBy('name').execute()
    const named = (kind: string) => damages.filter(damage => damage.kind === kind).map(damage => damage.name)
    return { ...report, corrupt: named('corrupt'), missing: named('missing'), orphans: named('orphan') }
  })
}

const machine = { now: () => performance.now(), wait: (ms: number) => sleep(ms) }

/** Limits the average read rate to `bytesPerSecond`. */
export function pacer(
  bytesPerSecond: number,
  time: { now(): number; wait(ms: number): Promise<unknown> } = machine,
): (bytes: number) => Promise<void> {
  let allowedAt = time.now()
  return async bytes => {
    if (!Number.isFinite(bytesPerSecond)) return
    const now = time.now()
    allowedAt = Math.max(allowedAt, now) + (bytes / bytesPerSecond) * 1000
    await time.wait(allowedAt - now)
  }
}

/** The files of the store without a row that are old enough. */
export async function findOrphans({ db, files }: Pick<AppContext, 'db' | 'files'>): Promise<string[]> {
  const found: string[] = []
  let batch: string[] = []
  const sift = async () => {
    const { rows } = await sql<{ name: string }>`
      select n.name from unnest(${batch}::text[]) as n (name)
      where not exists (select from stored_file f where f.sha256 = n.name)`.execute(db)
    found.push(...rows.map(row => row.name))
    batch = []
  }
  for await (const { name, ageMs } of files.names()) {
    if (ageMs > ORPHAN_AGE) batch.push(name)
    if (batch.length === 1000) await sift()
  }
  await sift()
  return found
}

async function noteOrphans(app: AppContext): Promise<void> {
  const found = await findOrphans(app)
  const now = app.clock.now()
  await app.db.transaction().execute(async tx => {
    await sql`delete from file_damage where kind = 'orphan' and not name = any(${found}::text[])`.execute(tx)
    await sql`insert into file_damage (name, kind, found_at)
      select name, 'orphan', ${now} from unnest(${found}::text[]) as n (name) on conflict do nothing`.execute(tx)
  })
}

/** The scheduled scrub reads every file once a day, at a rate that users do not notice. */
const EVERY = DAY
const BYTES_PER_SECOND = 20 * 1024 * 1024

/**
 * Scrubs the files that are due until `signal` aborts, and logs damage for the operator.
 * @returns null when another server is scrubbing
 */
export async function scrubDue(app: AppContext, signal: AbortSignal): Promise<ScrubReport | null> {
  const report = await scrub(app, { notReadFor: EVERY - HOUR, bytesPerSecond: BYTES_PER_SECOND, signal })
  if (!report || report.corrupt.length + report.missing.length === 0) return report
  logLine('error', 'files-damaged', {
    corrupt: report.corrupt.length,
    missing: report.missing.length,
    message: 'List them with: npm run admin -- scrub',
  })
  return report
}
