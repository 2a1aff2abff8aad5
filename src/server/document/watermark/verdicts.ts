import { sql } from 'kysely'
import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { MARK_VERSION, SLOW_HOLDS_MS } from '#domain/document/watermark/watermark.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { after } from '#server/platform/clock.ts'

/** Whether a file can be marked; `fault` is null if it can. */
export type MarkVerdict = { fault: MarkFault | null }

/** Whether a verdict `v` is still valid: from this version of the code, and not a slow file of an earlier day. */
export const holds = (now: string) => sql<boolean>`(v.mark_version = ${MARK_VERSION}
  and (v.fault is distinct from 'slow' or v.judged_at > ${after(now, -SLOW_HOLDS_MS)}))`

/** The stored verdict on a file, or undefined if it must be tried. */
export async function markVerdict({ db, clock }: AppContext, sha256: string): Promise<MarkVerdict | undefined> {
  const known = await db
    .selectFrom('mark_verdict as v')
    .select('v.fault')
    .where('v.sha256', '=', sha256)
    .where(holds(clock.now()))
    .executeTakeFirst()
  return known as MarkVerdict | undefined
}

/** Stores the outcome of marking a file, unless the file was deleted. */
export const keepVerdict = ({ db, clock }: AppContext, sha256: string, fault: MarkFault | null): Promise<void> =>
  noteVerdict({ db, now: clock.now() }, sha256, fault)

/** The same in a transaction that stores the file. */
export async function noteVerdict(
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  sha256: string,
  fault: MarkFault | null,
) {
  await sql`insert into mark_verdict (sha256, mark_version, fault, judged_at)
    select f.sha256, ${MARK_VERSION}::integer, ${fault}::text, ${now}::timestamptz
      from stored_file f where f.sha256 = ${sha256} for key share
    on conflict (sha256) do update
      set mark_version = excluded.mark_version, fault = excluded.fault, judged_at = excluded.judged_at`.execute(db)
}
