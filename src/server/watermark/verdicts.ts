import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { MarkFault } from '#domain/watermark/watermark.ts'
import { MARK_VERSION, SLOW_HOLDS_MS } from '#domain/watermark/watermark.ts'
import type { AppContext } from '#server/app-context.ts'
import { after } from '#server/platform/clock.ts'

/** Whether a file can be marked, `fault: null` when it can. */
export type MarkVerdict = { fault: MarkFault | null }

/** The condition of a verdict `v` that still holds: of this code, and not of a slow file of yesterday. */
export const holds = (now: string) => sql<boolean>`(v.mark_version = ${MARK_VERSION}
  and (v.fault is distinct from 'slow' or v.judged_at > ${after(now, -SLOW_HOLDS_MS)}))`

/** What is known of a file, or undefined when it has to be tried. */
export async function markVerdict({ db, clock }: AppContext, sha256: string): Promise<MarkVerdict | undefined> {
  const known = await db
    .selectFrom('mark_verdict as v')
    .select('v.fault')
    .where('v.sha256', '=', sha256)
    .where(holds(clock.now()))
    .executeTakeFirst()
  return known as MarkVerdict | undefined
}

/** Remembers what came of marking a file, unless the file was forgotten meanwhile. */
export async function keepVerdict({ db, clock }: AppContext, sha256: string, fault: MarkFault | null): Promise<void> {
  const now = clock.now()
  await sql`insert into mark_verdict (sha256, mark_version, fault, judged_at)
    select f.sha256, ${MARK_VERSION}::integer, ${fault}::text, ${now}::timestamptz
      from stored_file f where f.sha256 = ${sha256} for key share
    on conflict (sha256) do update
      set mark_version = excluded.mark_version, fault = excluded.fault, judged_at = excluded.judged_at`.execute(db)
}

/** A stored file whole and verified, in memory that can be handed to a thread: a buffer of Node may share its own. */
export async function bytesOf({ files }: AppContext, { sha256, size }: { sha256: string; size: number }) {
  return new Uint8Array(await buffer(await files.open(sha256, size)))
}
