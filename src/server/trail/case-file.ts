import { createHash, createPublicKey } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '#domain/roles.ts'
import type { TracedKind } from '#domain/trail/contract.ts'
import { dataText, headText, sealedText } from '#domain/trail/trail.ts'
import { endWithin, firstCharacters } from '#domain/values/cut.ts'
import { madridDay } from '#domain/values/day.ts'
import type { Db } from '#server/database/connect.ts'
import type { MadeAnswer } from '#server/http/route.ts'
import type { Portal } from '#server/portal.ts'
import { sessionStands } from '#server/session/open-sessions.ts'
import { writeCsv } from '#server/spreadsheet/write.ts'
import { blockedOf } from '#server/trail/blocked.ts'
import type { CaseDocument } from '#server/trail/case-file-content.ts'
import { caseContent } from '#server/trail/case-file-content.ts'
import type { IndexedDocument, IndexedEntry } from '#server/trail/case-file-pages.ts'
import { indexPage, readMe } from '#server/trail/case-file-pages.ts'
import type { SignedHead } from '#server/trail/heads.ts'
import { currentHead } from '#server/trail/heads.ts'
import type { Traced, TrailRow } from '#server/trail/timeline.ts'
import { countEntries, entriesOf, told, traced } from '#server/trail/timeline.ts'
import { inUnit } from '#server/unit.ts'

const BATCH = 500

/** A member of the archive that is made here; stored files are streamed beside these. */
type Made = { path: string; bytes: Buffer }

/**
 * A traced thing as a ZIP for an inspector: its data, its files, the entries about it as they were sealed, the signed head
 * that covers them, and how to check all of it without the portal. Noted in the trail before the first byte leaves.
 * Stored files are streamed one after the other and verified on the way; a damaged one breaks the transfer, and so does the end
 * of the session or of the thing before its turn.
 * @throws Refusal notFound
 */
export async function makeCaseFile(
  portal: Portal,
  actor: Actor,
  sessionId: string,
  kind: TracedKind,
  id: string,
): Promise<MadeAnswer & { stream: Readable }> {
  const madeAt = portal.clock.now()
  const { about, data, documents, held, made, entries, head, author } = await snapshotOf(portal, async db => {
    const about = await traced(db, kind, id)
    const { data, documents } = await caseContent(db, about, madridDay(madeAt))
    const held = await heldByScanner(db, documents)
    const sealed = await sealedEntries(db, about)
    const head = await currentHead({ ...portal, db })
    const [author] = await told(db, [{ ...emptyRow, actor_id: actor.userId }])
    return { about, data, documents, held, ...sealed, head, author }
  })
  const released = documents.filter(({ sha256 }) => !held.has(sha256))
  const files = released.map((document, index) => ({
    ...document,
    path: `archivos/${String(index + 1).padStart(4, '0')} ${plain(document.fileName)}`,
  }))
  const index = {
    title: about.title,
    madeAt,
    madeBy: author!.who!,
    entries,
    documents: files,
    held: documents.filter(({ sha256 }) => held.has(sha256)),
    head,
  }
  made.push(
    text('LEAME.txt', readMe(index)),
    text('indice.html', indexPage(index)),
    text('datos.json', `${JSON.stringify(data, null, 2)}\n`),
    { path: 'registro.csv', bytes: Buffer.from(await entriesTable(entries)) },
    ...(head ? headFiles(portal, head) : []),
  )
  made.push(text('SHA256SUMS', sumsOf(made, files)))
  const onSend = () =>
    inUnit(portal, actor, async unit => {
      unit.record({
        event: 'case-file.made',
        object: about.object,
        participantId: about.participantId,
        data: {
          files: files.length,
          versions: files.map(file => file.id),
          entries: entries.length,
          head: head?.number,
        },
      })
    })
  const name = `expediente-${firstCharacters(plain(about.title).replaceAll(' ', '-'), 80)}-${portal.clock.today()}.zip`
  const mayGoOn = async () => {
    if (!(await sessionStands(portal.db, sessionId, portal.clock.now()))) throw new Refusal('noSession')
    await traced(portal.db, kind, id)
  }
  return { stream: zipped(portal, made, files, mayGoOn), mediaType: 'application/zip', name, onSend }
}

/** All that is asked for sees the same moment, so that data, files, entries and head agree. */
function snapshotOf<T>({ db }: Portal, ask: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(ask)
}

/** What the scanner found something in is named and not handed out. */
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

const text = (path: string, content: string): Made => ({ path, bytes: Buffer.from(content) })
/** Of file systems none takes a name of more than 255 bytes. */
const plain = (name: string) => endWithin(name.replace(/[^\p{L}\p{N}._ -]/gu, '_'), 160)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const emptyRow: TrailRow = {
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

/** Each entry about it with the exact text whose SHA-256 is its seal, and the data that it seals where anybody may read them. */
async function sealedEntries(db: Db, about: Traced): Promise<{ made: Made[]; entries: IndexedEntry[] }> {
  const made: Made[] = []
  const entries: IndexedEntry[] = []
  const total = await countEntries(db, about)
  for (let offset = 0; offset < total; offset += BATCH) {
    const size = Math.min(BATCH, total - offset)
    const rows = await entriesOf(db, about, { size, offset, descending: false })
    const sentences = await told(db, rows)
    const blocked = await blockedOf(
      db,
      rows.map(row => row.number),
    )
    for (const [place, row] of rows.entries()) {
      const name = `${String(row.number).padStart(9, '0')}.txt`
      const isBlocked = blocked.has(row.number)
      // Sealed with the data themselves, as the first of an old installation: there is no text of it without them.
      const path = isBlocked && row.data_hash === null ? null : `registro/${name}`
      const sealed = sealedText(row.previous_hash, {
        number: row.number,
        at: row.at,
        event: row.event,
        actorId: row.actor_id,
        actorRole: row.actor_role,
        participantId: row.participant_id,
        objectKind: row.object_kind,
        objectId: row.object_id,
        ...(row.data_hash === null ? { data: row.data } : { dataHash: row.data_hash }),
      })
      if (path) made.push(text(path, sealed))
      // Its hash is the dataHash that was sealed; destroyed data leave only that, and so do blocked ones (D44).
      const hasData = row.salt !== null && !isBlocked
      if (hasData) made.push(text(`registro-datos/${name}`, dataText(row.salt!, row.data)))
      const isWhole = hasData || (path !== null && row.data_hash === null)
      entries.push({ number: row.number, sentence: sentences[place]!.sentence, hash: row.hash, path, isWhole })
    }
  }
  return { made, entries }
}

async function entriesTable(entries: readonly IndexedEntry[]): Promise<Uint8Array> {
  const columns = ['Apunte', 'Qué pasó', 'Sello']
  const rows = entries.map(({ number, sentence, hash }) => [String(number), sentence, hash])
  return writeCsv({ columns, rows })
}

function headFiles(portal: Portal, head: SignedHead): Made[] {
  const pem = createPublicKey(portal.secrets.trailKey).export({ type: 'spki', format: 'pem' })
  return [
    text('cabeza.txt', headText(head)),
    { path: 'cabeza.sig', bytes: Buffer.from(head.signature, 'base64url') },
    text('clave.pem', String(pem)),
  ]
}

/** In the format of `sha256sum`. */
function sumsOf(made: readonly Made[], files: readonly IndexedDocument[]): string {
  const lines = [
    ...made.map(({ path, bytes }) => ({ path, sum: sha256(bytes) })),
    ...files.map(file => ({ path: file.path, sum: file.sha256 })),
  ]
  return lines.map(({ path, sum }) => `${sum}  ${path}\n`).join('')
}

/** @param mayGoOn asked before each file is opened; what it throws ends the archive there */
function zipped(
  portal: Portal,
  made: readonly Made[],
  files: readonly IndexedDocument[],
  mayGoOn: () => Promise<void>,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const mtime = new Date(portal.clock.now())
  let reading: Readable | undefined
  // What fails before anybody reads is told to whoever begins to.
  output.on('error', () => {})
  zip.on('error', error => output.destroy(error as Error))
  // Whoever goes away in the middle leaves no file open.
  output.once('close', () => reading?.destroy())
  for (const { path, bytes } of made) zip.addBuffer(bytes, path, { mtime })
  for (const { path, sha256: hash, size } of files) {
    // What people upload is compressed already.
    zip.addReadStreamLazy(path, { mtime, compress: false, size }, done => {
      const opened = mayGoOn().then(() => portal.files.open(hash, size))
      opened.then(
        stream => {
          if (output.destroyed) return void stream.destroy()
          reading = stream
          stream.on('error', error => output.destroy(error))
          done(null, stream)
        },
        error => output.destroy(error),
      )
    })
  }
  zip.end()
  return output
}
