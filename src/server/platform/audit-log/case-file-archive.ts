import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { CaseBeginning, CaseEntry, FromWorker, ToWorker } from '#server/platform/audit-log/case-file-worker.ts'

const HEAP_MB = 256

export type CaseArchive = {
  /** The ZIP, while it is being made. Destroying it before its end ends the worker. */
  stream: Readable
  /** Sends the worker the entries, page by page on request; returns early when the reader is gone. */
  make(beginning: CaseBeginning, pages: AsyncIterable<CaseEntry[]>): Promise<void>
}

/** How long an idle worker is kept, in milliseconds: starting one takes as long as a small archive. */
const KEPT_MS = 60_000
let idle: { worker: Worker; timer: NodeJS.Timeout } | null = null

/** Names each event: removing all listeners would also drop those that Node needs to deliver messages. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

function takeWorker(): Worker {
  const kept = idle
  idle = null
  if (!kept) {
    return new Worker(new URL('./case-file-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
      env: {},
    })
  }
  clearTimeout(kept.timer)
  forget(kept.worker)
  kept.worker.ref()
  return kept.worker
}

/** Keeps one idle worker, which does not keep the process alive. */
function keepWorker(worker: Worker): void {
  const letGo = () => {
    if (idle?.worker === worker) idle = null
    void worker.terminate()
  }
  forget(worker)
  worker.on('error', letGo)
  if (idle) {
    letGo()
    return
  }
  worker.on('exit', letGo)
  worker.unref()
  idle = { worker, timer: setTimeout(letGo, KEPT_MS).unref() }
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
  const worker = takeWorker()
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
      if (ended) keepWorker(worker)
      else void worker.terminate()
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
  }
}
