import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { DomainError } from '#domain/domain-error.ts'
import type { CaseBeginning, CaseEntry, FromWorker, ToWorker } from '#server/platform/audit-log/case-file-worker.ts'

const HEAP_MB = 256

export type CaseArchive = {
  /** The ZIP as it is made. Destroyed before its end, it ends the worker. */
  stream: Readable
  /** Gives the worker the entries, page by page as it asks for them; returns early when nobody reads any more. */
  make(beginning: CaseBeginning, pages: AsyncIterable<CaseEntry[]>): Promise<void>
}

/** So long a worker that has made its archive waits for the next: to start one takes as long as a small archive. */
const KEPT_MS = 60_000
let idle: { worker: Worker; timer: NodeJS.Timeout } | null = null

/** One by one: a worker has listeners of its own, without which no message of it comes in. */
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

/** Keeps one worker that is done; it holds up no process that ends. */
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
 * Has a worker make the ZIP of a case file.
 * @param mayRead asked before the n-th stored file is read; what it throws breaks the archive there
 * @param onDamage hears of the SHA-256 of a stored file that is not what was stored, which breaks the archive
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
  // It may break before anything reads it; who reads it then gets the error.
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
