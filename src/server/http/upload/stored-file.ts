import type { Actor } from '#domain/identity/roles.ts'
import { endFileAccess, startFileAccess, touchFileAccess } from '#server/audit-log/accesses-under-way.ts'
import type { Origin, StoredAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { DomainEvent, Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { unawaited } from '#server/platform/database/pipeline/together.ts'
import { statement } from '#server/platform/database/statement.ts'
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
  let hasBegun = false
  return {
    ...file,
    onBegin: () => {
      hasBegun = true
      return startFileAccess(app, reading, actor, domainEvent)
    },
    onGoing: () => touchFileAccess(app, reading),
    onRead: () =>
      inTransaction(app, actor, async tx => {
        if (hasBegun) unawaited(endFileAccess(tx.db, reading))
        if (of) noteFileRead(tx, { actor, origin }, of)
        tx.record(domainEvent)
      }),
    onPart: part =>
      inTransaction(app, actor, async tx => {
        await endFileAccess(tx.db, reading)
        tx.record({ ...domainEvent, event: 'document.read-partly', data: { ...domainEvent.data, ...part } })
      }),
  }
}

function noteFileRead(tx: Transaction, { actor, origin }: Omit<Call, 'app'>, of: FileReadOf): void {
  const added = addRead(tx.db, {
    id: tx.newId(),
    userId: actor.userId,
    keyId: actor.key?.id ?? null,
    sessionId: origin.sessionId,
    byCentre: actor.role === 'CCI',
    now: tx.now,
    kind: of.kind,
    version: of.kind === 'documents' ? of.version_id : null,
    score: of.kind === 'score' ? of.score_id : null,
    incidentDocument: of.kind === 'documentIssue' ? of.incident_document_id : null,
  })
  unawaited(added)
}

type NewRead = Record<'id' | 'userId' | 'now', string> &
  Record<'keyId' | 'sessionId' | 'version' | 'score' | 'incidentDocument', string | null> & {
    byCentre: boolean
    kind: FileReadOf['kind']
  }

const addRead = statement((db, of: NewRead) =>
  db
    .insertInto('file_read')
    .values({
      id: of.id,
      user_id: of.userId,
      key_id: of.keyId,
      session_id: of.sessionId,
      by_centre: of.byCentre,
      read_at: of.now,
      kind: of.kind,
      version_id: of.version,
      score_id: of.score,
      incident_document_id: of.incidentDocument,
    })
    .compile(),
)
