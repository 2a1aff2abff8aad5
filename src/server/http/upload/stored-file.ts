import type { Actor } from '#domain/roles.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Origin, StoredAnswer } from '#server/http/route.ts'
import { endFileAccess, startFileAccess, touchFileAccess } from '#server/platform/audit-log/accesses-under-way.ts'
import { newId } from '#server/platform/ids.ts'
import type { DomainEvent } from '#server/transaction.ts'
import { inTransaction } from '#server/transaction.ts'

type Call = { app: AppContext; actor: Actor; origin: Origin }

/** Which file was read, in the statistics' words and table (STAT-03). */
type FileReadOf =
  | { kind: 'documents'; version_id: string }
  | { kind: 'score'; score_id: string }
  | { kind: 'documentIssue'; incident_document_id: string }

/**
 * The answer that is a stored file of the participant `owner`. Once the reader has all of it, that is noted: for the
 * statistics, as the reading that CCI's decision rests on (D40), and as `domainEvent` in the trail. Who gets some of it and not all
 * is in the trail as that, and counts for nothing else: also when this portal ends before it can say so.
 */
export function storedFile(
  { app, actor, origin }: Call,
  file: Omit<StoredAnswer, `on${string}`>,
  of: FileReadOf,
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
        await tx.db
          .insertInto('file_read')
          .values({
            id: tx.newId(),
            user_id: actor.userId,
            session_id: origin.sessionId,
            by_centre: actor.role === 'CCI',
            read_at: tx.now,
            ...of,
          })
          .execute()
        tx.record(domainEvent)
      }),
    onPart: part =>
      inTransaction(app, actor, async tx => {
        await endFileAccess(tx.db, reading)
        tx.record({ ...domainEvent, event: 'document.read-partly', data: { ...domainEvent.data, ...part } })
      }),
  }
}
