import { Readable } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { DomainError } from '#domain/contract/domain-error.ts'
import type {
  CaseBeginning,
  CaseEntry,
  FromWorker,
  PlainZip,
  ToWorker,
} from '#server/audit-log/case-file/case-file-worker.ts'
import { forget, keptWorker } from '#server/platform/worker/kept-worker.ts'

const HEAP_MB = 256

export type CaseArchive = {
  /** The ZIP, while it is being made. Destroying it before its end ends the worker. */
  stream: Readable
  /** Sends the worker the entries, page by page on request; returns early when the reader is gone. */
  make(beginning: CaseBeginning, pages: AsyncIterable<CaseEntry[]>): Promise<void>
  /** Sends the worker an archive of complete members instead. */
  pack(zip: PlainZip): void
}

const workers = keptWorker(new URL('./case-file-worker.ts', import.meta.url), HEAP_MB)

/** How long a worker whose reader is gone may take to close its files, in milliseconds. */
const STOPPING_MS = 5_000

function stopWorker(worker: Worker): void {
  forget(worker)
  worker.on('error', () => {})
  const timer = setTimeout(() => void worker.terminate(), STOPPING_MS).unref()
  worker.on('exit', () => clearTimeout(timer))
  worker.unref()
  worker.postMessage('stop' satisfies ToWorker)
}

/**
 * Starts a worker that makes the ZIP of a case file.
 * @param mayRead called before the n-th stored file is read; an error breaks the archive there
 * @param onDamage gets the SHA-256 of a damaged stored file, which breaks the archive
 */
export function archiveInWorker(
  mayRead: (place: number) => Promise<void>,
  onDamage: (sha256: string) => void,
): CaseArchive {
  const worker = workers.take()
  const tell = (message: ToWorker) => worker.postMessage(message)
  let wanted = Promise.withResolvers<void>()
  let untaken = 0
  let ended = false
  const stream = new Readable({
    read() {
      for (; untaken > 0; untaken--) tell('taken')
    },
    destroy(error, done) {
      wanted.resolve()
      if (ended) workers.keep(worker)
      else stopWorker(worker)
      done(error)
    },
  })
  const broken = (error: Error) => void stream.destroy(error)
  // An error before the first read must not crash the process; the reader still gets it.
  stream.on('error', () => {})
  worker.on('error', broken)
  worker.on('exit', () => broken(new Error('The worker of a case file ended before it')))
  worker.on('message', (message: FromWorker) => {
    if (message === 'page') wanted.resolve()
    else if (message === 'ended') {
      ended = true
      stream.push(null)
    } else if ('chunk' in message) {
      if (stream.push(message.chunk)) tell('taken')
      else untaken++
    } else if ('file' in message) mayRead(message.file).then(() => tell('mayRead'), broken)
    else if ('damaged' in message) onDamage(message.damaged)
    else broken(message.reason ? new DomainError(message.reason) : Object.assign(new Error(message.failed), message))
  })
  return {
    stream,
    async make(beginning, pages) {
      tell({ begin: beginning })
      for await (const page of pages) {
        await wanted.promise
        if (stream.destroyed) return
        wanted = Promise.withResolvers()
        tell({ page })
      }
      tell('end')
    },
    pack: zip => tell({ zip }),
  }
}

/** Makes a ZIP of complete members in the same worker. */
export async function zipInWorker(files: PlainZip['files'], madeAt: string): Promise<Uint8Array> {
  const { stream, pack } = archiveInWorker(
    async () => {},
    () => {},
  )
  pack({ files, madeAt })
  return Buffer.concat(await stream.toArray())
}
