import { Worker } from 'node:worker_threads'

/** How long an idle worker is kept, in milliseconds: loading its code costs more than most of its tasks. */
const KEPT_MS = 60_000

/**
 * One worker thread at a time for a task of our own data; one idle worker is kept for the next. Files of others are read
 * in processes (`platform/reader`).
 */
export type KeptWorker = {
  /** The idle worker, or a new one. The caller adds listeners, and ends with `keep` or by ending the worker. */
  take(): Worker
  /** Takes back a worker that has ended its task. An idle worker does not keep the process alive. */
  keep(worker: Worker): void
}

/** @param heapMb the memory of each worker; a task that needs more ends its worker */
export function keptWorker(url: URL, heapMb: number, youngMb = 32): KeptWorker {
  let idle: { worker: Worker; timer: NodeJS.Timeout } | null = null
  return {
    take() {
      const kept = idle
      idle = null
      if (!kept) {
        const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb }
        return new Worker(url, { resourceLimits, env: {} })
      }
      clearTimeout(kept.timer)
      forget(kept.worker)
      kept.worker.ref()
      return kept.worker
    },
    keep(worker) {
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
    },
  }
}

/**
 * Has a kept worker answer one message. A worker that fails is not kept.
 * @throws what the worker throws; an error when it ends without an answer, for instance for want of memory
 */
export function workIn<Output>(workers: KeptWorker, input: unknown): Promise<Output> {
  return new Promise((resolve, reject) => {
    const worker = workers.take()
    worker.once('message', (output: Output) => {
      workers.keep(worker)
      resolve(output)
    })
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`A worker ended without an answer, with code ${code}.`)))
    worker.postMessage(input)
  })
}

/** Names each event: removing all listeners would also drop those that Node needs to deliver messages. */
export function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
