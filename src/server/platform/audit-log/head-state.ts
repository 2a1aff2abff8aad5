import type { AppContext } from '#server/kernel/app-context.ts'
import { lastEntry, newestHead } from '#server/platform/audit-log/checkpoint-store.ts'
import type { AuditLogVerdict } from '#server/platform/audit-log/verify.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'

export type HeadState = {
  /** The number of the last entry, and of the last that is signed; 0 for none. */
  entries: number
  signed: number
  /** The instant of the first entry that is not signed; null when all are. */
  unsignedSince: string | null
  /** Whether the log follows from its newest signed head, or from its start when there is none. */
  verdict: AuditLogVerdict
}

/** How far the audit log is signed, and whether it is intact from there on: the rest was verified when it was signed. */
export async function headState({
  db,
  settings,
  secrets,
}: Pick<AppContext, 'db' | 'settings' | 'secrets'>): Promise<HeadState> {
  const head = await newestHead({ settings, secrets })
  const signed = head?.number ?? 0
  const verdict = await verifyAuditLog(db, { after: head })
  const last = await lastEntry({ db })
  const first = await db
    .selectFrom('trail')
    .select('at')
    .where('number', '>', signed)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return { entries: last?.number ?? 0, signed, unsignedSince: first?.at ?? null, verdict }
}
