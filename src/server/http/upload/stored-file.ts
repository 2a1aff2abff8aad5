import type { Actor } from '#domain/identity/roles.ts'
import { endFileAccess, startFileAccess, touchFileAccess } from '#server/audit-log/accesses-under-way.ts'
import type { Origin, StoredAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { DomainEvent, Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { newId } from '#server/platform/ids.ts'

type Call = { app: AppContext; actor: Actor; origin: Origin }

/** The file that was read, in the statistics' terms and table (STAT-03). */
type FileReadOf =
  | { kind: 'documents'; version_id: string }
  | { kind: 'score'; score_id: string }
  | { kind: 'documentIssue'; incident_document_id: string }

/**
 * A response with a stored file of the participant `owner`. A full read is recorded for the statistics, as the file
 * access that CCI's decision requires (D40), and as `domainEvent` in the audit log. A partial read is recorded in the
 * audit log only, even when this server stops before the read ends.
 * @param of null where the statistics do not count it
 */
export function storedFile(
  { app, actor, origin }: Call,
  file: Omit<StoredAnswer, `on${string}`>,
  of: FileReadOf | null,
  domainEvent: DomainEvent,
): StoredAnswer {
  const reading = newId(app.clock.now())
  return {
    ...file,
    onBegin: () => startFileAccess(app, reading, actor, domainEvent),
    onGoing: () => touchFileAccess(app, reading),
    onRead: () =>
      inTransaction(app, actor, async tx => {
        await endFileAccess(tx.db, reading)
        if (of) await noteFileRead(tx, { actor, origin }, of)
        tx.record(domainEvent)
      }),
    onPart: part =>
      inTransaction(app, actor, async tx => {
        await endFileAccess(tx.db, reading)
        tx.record({ ...domainEvent, event: 'document.read-partly', data: { ...domainEvent.data, ...part } })
      }),
  }
}

async function noteFileRead(tx: Transaction, { actor, origin }: Omit<Call, 'app'>, of: FileReadOf): Promise<void> {
  await tx.db
    .insertInto('file_read')
    .values({
      id: tx.newId(),
      user_id: actor.userId,
      key_id: actor.key?.id ?? null,
      session_id: origin.sessionId,
      by_centre: actor.role === 'CCI',
      read_at: tx.now,
      ...of,
    })
    .execute()
}
