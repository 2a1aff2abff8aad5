import { createPublicKey } from 'node:crypto'
import type { Readable } from 'node:stream'
import { genesis } from '#domain/audit-log/audit-log.ts'
import type { TracedKind } from '#domain/audit-log/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { endWithin, firstCharacters } from '#domain/values/cut.ts'
import { madridDay } from '#domain/values/day.ts'
import { blockedOf } from '#server/audit-log/blocked.ts'
import { archiveInWorker } from '#server/audit-log/case-file/case-file-archive.ts'
import type { CaseDocument } from '#server/audit-log/case-file/case-file-content.ts'
import { caseContent } from '#server/audit-log/case-file/case-file-content.ts'
import type { IndexedDocument } from '#server/audit-log/case-file/case-file-pages.ts'
import type { CaseEntry } from '#server/audit-log/case-file/case-file-worker.ts'
import type { AuditRow, Traced } from '#server/audit-log/timeline.ts'
import { countEntries, pagesOf, told, traced } from '#server/audit-log/timeline.ts'
import type { MadeAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { noteDamage } from '#server/operation/files/damage.ts'
import { currentCheckpoint } from '#server/platform/audit-log/checkpoint-store.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { takingTurns } from '#server/platform/worker/turns.ts'
import { sessionStands } from '#server/session/open-sessions.ts'

/** Reads the entries of one case file at a time. */
const inTurn = takingTurns(1)

type CaseAnswer = MadeAnswer & { stream: Readable }

/**
 * Makes a ZIP of a traced object for an inspector: its data, its files, the entries as they were chained, the signed
 * checkpoint that covers them, and instructions for checking all of it without the portal. The audit log records it
 * before the first byte leaves. A worker generates it while it is sent. Stored files are streamed one after the other
 * and verified on the way; a damaged one breaks the transfer, and so does the end of the session or of the object
 * before its turn.
 * @throws DomainError notFound
 */
export async function makeCaseFile(
  app: AppContext,
  actor: Actor,
  sessionId: string,
  kind: TracedKind,
  id: string,
): Promise<CaseAnswer> {
  const answered = Promise.withResolvers<CaseAnswer>()
  // The response starts before its entries are read. The turn ends once they are read, however slow the reader is.
  inTurn(() => snapshotOf(app, db => gather(app, db, { actor, sessionId, kind, id }, answered.resolve))).catch(
    answered.reject,
  )
  return answered.promise
}

type Asked = { actor: Actor; sessionId: string; kind: TracedKind; id: string }

/** Resolves the response after every check that may refuse it, and then reads the entries. */
async function gather(
  app: AppContext,
  db: Db,
  { actor, sessionId, kind, id }: Asked,
  answer: (made: CaseAnswer) => void,
): Promise<void> {
  const madeAt = app.clock.now()
  const about = await traced(db, kind, id)
  let files: IndexedDocument[] = []
  const mayRead = async (place: number) => {
    if (!(await sessionStands(app.db, sessionId, app.clock.now()))) throw new DomainError('noSession')
    await traced(app.db, kind, id)
    // The scanner's verdict; the worker reads the file itself.
    const { sha256, size } = files[place]!
    const opened = await app.files.open(sha256, size)
    opened.destroy()
  }
  // The worker starts while the rest is read.
  const { stream, make } = archiveInWorker(mayRead, sha256 => void noteDamage(app, sha256))
  try {
    const { data, documents } = await caseContent(db, about, madridDay(madeAt))
    const held = await heldByScanner(db, documents)
    const entries = await countEntries(db, about)
    const head = await currentCheckpoint({ ...app, db })
    const [author] = await told(db, [{ ...emptyRow, actor_id: actor.userId }])
    files = documents
      .filter(({ sha256 }) => !held.has(sha256))
      .map((document, index) => ({
        ...document,
        path: `archivos/${String(index + 1).padStart(4, '0')} ${plain(document.fileName)}`,
      }))
    const onSend = () =>
      inTransaction(app, actor, async tx => {
        tx.record({
          event: 'case-file.made',
          object: about.object,
          participantId: about.participantId,
          data: { files: files.length, versions: files.map(file => file.id), entries, head: head?.hash },
        })
      })
    const title = firstCharacters(plain(about.title).replaceAll(' ', '-'), 80)
    const name = `expediente-${title}-${app.clock.today()}.zip`
    const index = {
      title: about.title,
      madeAt,
      madeBy: author!.who!,
      documents: files,
      held: documents.filter(({ sha256 }) => held.has(sha256)),
      head: head ?? { hash: genesis, at: madeAt },
    }
    const key = app.secrets.checkpointKey
    const made = [
      { path: 'datos.json', text: `${JSON.stringify(data, null, 2)}\n` },
      { path: 'clave.pem', text: createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string },
    ]
    answer({ stream, mediaType: 'application/zip', name, onSend })
    const { dataDir, filesUrl } = app.settings
    const signingKey = key.export({ type: 'pkcs8', format: 'pem' }) as string
    await make({ settings: { dataDir, filesUrl }, index, made, signingKey }, entriesIn(db, about))
  } catch (error) {
    stream.destroy(error as Error)
    throw error
  }
}

/** The entries, numbered within the case file. */
async function* entriesIn(db: Db, about: Traced): AsyncGenerator<CaseEntry[]> {
  let number = 0
  for await (const rows of pagesOf(db, about)) {
    const blocked = await blockedOf(
      db,
      rows.map(row => row.number),
    )
    const sentences = await told(db, rows, blocked)
    yield rows.map((row, place) => {
      // The entry of an erasure names the entries that it emptied by their numbers in the chain.
      const isBlocked = blocked.has(row.number) || Array.isArray(row.data.entries)
      return { ...row, number: ++number, sentence: sentences[place]!.sentence, isBlocked }
    })
  }
}

/** Runs all queries in one snapshot, so that data, files, entries and checkpoint agree. */
function snapshotOf<T>({ db }: AppContext, ask: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(ask)
}

/** Files flagged by the scanner are listed and not included. */
async function heldByScanner(db: Db, documents: readonly CaseDocument[]): Promise<Set<string>> {
  if (documents.length === 0) return new Set()
  const rows = await db
    .selectFrom('file_verdict')
    .select('sha256')
    .where('signature', 'is not', null)
    .where(
      'sha256',
      'in',
      documents.map(document => document.sha256),
    )
    .execute()
  return new Set(rows.map(row => row.sha256))
}

/** File systems refuse names of more than 255 bytes. */
const plain = (name: string) => endWithin(name.replace(/[^\p{L}\p{N}._ -]/gu, '_'), 160)

const emptyRow: AuditRow = {
  number: 0,
  at: '1970-01-01T00:00:00.000Z',
  event: 'case-file.made',
  actor_id: null,
  actor_role: null,
  participant_id: null,
  object_kind: '',
  object_id: '',
  data: {},
  salt: null,
  data_hash: null,
  previous_hash: '',
  hash: '',
}
