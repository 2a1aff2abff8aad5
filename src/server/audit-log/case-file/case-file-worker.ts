import { createHash, createPrivateKey, sign } from 'node:crypto'
import { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { ZipFile } from 'yazl'
import { canonical, caseFileText, dataText } from '#domain/audit-log/audit-log.ts'
import type { Reason } from '#domain/messages.ts'
import type { EntryFigures, Index } from '#server/audit-log/case-file/case-file-pages.ts'
import { indexFoot, indexHead, indexLine, readMe } from '#server/audit-log/case-file/case-file-pages.ts'
import { GrowingFile } from '#server/audit-log/case-file/growing-file.ts'
import type { AuditRow } from '#server/audit-log/timeline.ts'
import { chainedEntryOf } from '#server/platform/audit-log/sealed-row.ts'
import type { FileSettings } from '#server/platform/files/open-files.ts'
import { csvLine } from '#server/platform/spreadsheet/write.ts'

/** An entry as stored, with its sentence, and whether its data are blocked (D44). */
export type CaseEntry = AuditRow & { sentence: string; isBlocked: boolean }

/** The parts of the archive besides its entries; `made` are complete members. `signingKey` is that of checkpoints. */
export type CaseBeginning = {
  settings: FileSettings
  index: Index
  made: { path: string; text: string | Uint8Array }[]
  signingKey: string
}

/** An archive of complete members alone, made at an instant. */
export type PlainZip = { files: readonly { path: string; text: string | Uint8Array }[]; madeAt: string }

/**
 * The texts of a plain archive; or the beginning of a case file, one page for each request, and the end; permission to read a stored file; an acknowledged chunk; the
 * reader is gone.
 */
export type ToWorker =
  | { zip: PlainZip }
  | { begin: CaseBeginning }
  | { page: CaseEntry[] }
  | 'end'
  | 'mayRead'
  | 'taken'
  | 'stop'

/**
 * Requests (a page, permission to read the n-th stored file), a damaged file's hash, bytes of the archive, its end or
 * its failure.
 */
export type FromWorker =
  | 'page'
  | { file: number }
  | { damaged: string }
  | { chunk: Uint8Array }
  | 'ended'
  | { failed: string; reason?: Reason; code?: string }

/** Maximum number of unacknowledged chunks: the archive waits for a slow reader in bounded memory. */
const ON_THEIR_WAY = 16

const port = parentPort!
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

let archive: Archive
let work = Promise.resolve()
let leave = Promise.withResolvers<void>()
let opening: Promise<Readable> | undefined
let sent = 0
let room = Promise.withResolvers<void>()

port.on('message', (message: ToWorker) => {
  if (message === 'mayRead') leave.resolve()
  else if (message === 'stop') void stop()
  else if (message === 'taken') {
    sent--
    room.resolve()
  } else work = work.then(() => take(message)).catch(fail)
})

async function take(message: Exclude<ToWorker, 'mayRead' | 'taken' | 'stop'>): Promise<void> {
  if (message === 'end') return archive.end()
  if ('zip' in message) return zipped(message.zip)
  if ('page' in message) await archive.add(message.page)
  else archive = await begun(message.begin)
  say('page')
}

function fail({ message, reason, code }: Error & { reason?: Reason; code?: string }): void {
  say({ failed: message, reason, code })
}

/**
 * Closes the stored file and lets this thread run out of work. A thread that is terminated while it opens or reads a
 * file leaves it open.
 */
async function stop(): Promise<void> {
  port.close()
  await opening?.then(
    stream => stream.destroy(),
    () => {},
  )
}

type Archive = { add(entries: readonly CaseEntry[]): Promise<void>; end(): Promise<void> }

/** Bytes arrive from another thread as plain ones. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

function zipped({ files, madeAt }: PlainZip): void {
  sent = 0
  const zip = new ZipFile()
  zip.on('error', error => fail(error as Error))
  for (const { path, text } of files) {
    zip.addBuffer(typeof text === 'string' ? Buffer.from(text) : asBuffer(text), path, { mtime: new Date(madeAt) })
  }
  zip.end()
  void send(zip.outputStream as Readable).catch(fail)
}

/**
 * Starts to send the archive: complete members, then the entries as they come, then the summaries of all of them.
 * Entries are written to disk as fast as they are read, so the database never waits for the reader and memory stays
 * bounded.
 */
async function begun({ settings, index, made, signingKey }: CaseBeginning): Promise<Archive> {
  sent = 0
  const zip = new ZipFile()
  const options = { mtime: new Date(index.madeAt) }
  const figures: EntryFigures = { count: 0, partial: 0 }
  let sums = ''
  const noteSum = (path: string, sha256: string) => {
    // In the format of `sha256sum`.
    sums += `${sha256}  ${path}\n`
  }
  const wholeOf = (path: string, text: string | Uint8Array) => {
    const bytes = Buffer.from(text as string)
    noteSum(path, createHash('sha256').update(bytes).digest('hex'))
    return bytes
  }
  zip.on('error', error => fail(error as Error))
  for (const { path, text } of made) zip.addBuffer(wholeOf(path, text), path, options)
  const growing = async (path: string, head: string) => {
    const file = await GrowingFile.in(settings.dataDir)
    zip.addReadStreamLazy(path, options, done => done(null, file.stream().on('error', fail)))
    await file.add(head)
    const end = () => {
      const sha256 = file.end()
      noteSum(path, sha256)
      return sha256
    }
    return { add: (text: string) => file.add(text), end }
  }
  const entries = await growing('registro.jsonl', '')
  const table = await growing('registro.csv', `\ufeff${csvLine(['Apunte', 'Qué pasó', 'Sello'])}\r\n`)
  const page = await growing('indice.html', indexHead(index))
  // These members are sent after the last entry.
  const late = (path: string, textOf: () => string | Uint8Array) =>
    zip.addReadStreamLazy(path, options, done => done(null, Readable.from([wholeOf(path, textOf())])))
  let signed = ''
  late('cabeza.txt', () => signed)
  late('cabeza.sig', () => sign(null, Buffer.from(signed), createPrivateKey(signingKey)))
  late('LEAME.txt', () => readMe(index, figures))
  late('SHA256SUMS', () => {
    for (const { path, sha256 } of index.documents) noteSum(path, sha256)
    return sums
  })
  for (const [place, { path, sha256, size }] of index.documents.entries()) {
    // Uploads are compressed already.
    zip.addReadStreamLazy(path, { ...options, compress: false, size }, done => {
      stored(settings, place, sha256, size).then(stream => done(null, stream), fail)
    })
  }
  zip.end()
  void send(zip.outputStream as Readable).catch(fail)
  return {
    async add(rows) {
      const lines = rows.map(lineOf)
      figures.count += rows.length
      figures.partial += lines.filter(({ isWhole }) => !isWhole).length
      const cells = rows.map(({ number, sentence, hash }) => `${csvLine([String(number), sentence, hash])}\r\n`)
      await entries.add(lines.map(({ isWhole, ...line }) => `${JSON.stringify(line)}\n`).join(''))
      await table.add(cells.join(''))
      await page.add(rows.map(indexLine).join(''))
    },
    async end() {
      await page.add(indexFoot(index, figures))
      signed = caseFileText(entries.end(), index.head)
      for (const file of [table, page]) file.end()
    },
  }
}

/**
 * The line of an entry: its hash, its content without its place in the chain (decision 050), and the text that hashes
 * to its dataHash. Purged and blocked entries lack that text (D44).
 */
function lineOf(entry: CaseEntry) {
  const { isBlocked, salt, data, data_hash: dataHash } = entry
  const hasData = salt !== null && !isBlocked
  // The first entries of an old installation contain the data themselves.
  const hasText = !isBlocked || dataHash !== null
  const { number, ...content } = chainedEntryOf(entry)
  return {
    numero: number,
    sello: entry.hash,
    apunte: hasText ? canonical(content) : null,
    datos: hasData ? dataText(salt, data) : null,
    isWhole: hasData || (hasText && dataHash === null),
  }
}

/** Streams a stored file with verification, once its turn has come and its reader is still allowed to have it. */
async function stored(settings: FileSettings, place: number, sha256: string, size: number): Promise<Readable> {
  leave = Promise.withResolvers()
  say({ file: place })
  await leave.promise
  // Loaded late: the store's upload checks would delay the first byte.
  const { openFiles } = await import('#server/platform/files/open-files.ts')
  const { store: openStore, close } = await openFiles(settings)
  const store = await openStore(damaged => say({ damaged }))
  opening = store.open(sha256, size)
  const stream = await opening
  return stream.on('error', fail).on('close', close)
}

async function send(output: Readable): Promise<void> {
  for await (const chunk of output) {
    const bytes = new Uint8Array(chunk as Buffer)
    sent++
    say({ chunk: bytes }, [bytes.buffer])
    while (sent >= ON_THEIR_WAY) {
      room = Promise.withResolvers()
      await room.promise
    }
  }
  say('ended')
}
