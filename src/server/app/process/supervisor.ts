import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { AlreadySaid, ORDER_MS } from '#server/app/process/life.ts'
import { logLine, safeError } from '#server/platform/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/**
 * How long the place of a worker that ended stays empty, in milliseconds: one that ends at once must not spin. Each start
 * in a row that fails doubles it.
 */
const AGAIN_MS = 1000
const LONGEST_MS = 30_000
/** How many starts in a row may fail while nothing serves: 7 s. */
const TRIES = 3

/** How a worker ended; null if it could not be started. */
type Ending = { worker: number; code: number | null; signal: string | null } | null

export type Supervisor = {
  /** Starts the workers. @returns the port once one listens and each was tried. @throws as `nothingServes` */
  start(): Promise<number>
  stop(): Promise<void>
  /** Rejects, with AlreadySaid, when no worker serves and none can be started. */
  nothingServes: Promise<never>
}

/** Keeps `WORKERS` workers: whatever ends one, and whenever, another takes its place. */
export function supervise(settings: Settings): Supervisor {
  let stopping = false
  let hasServed = false
  const serving = new Set<Worker>()
  const nothing = Promise.withResolvers<never>()
  // The start waits for it as well; after a stop nothing does.
  nothing.promise.catch(() => {})

  /** @param tried gets the port of a worker that listens, or null if it ended before. */
  async function keepPlace(tried: (port: number | null) => void): Promise<void> {
    let failed = 0
    while (!stopping) {
      let served = false
      const ending = await endOf(worker => ({
        listening: port => {
          served = true
          hasServed = true
          serving.add(worker)
          tried(port)
        },
        ended: () => void serving.delete(worker),
      }))
      if (stopping) return
      failed = served ? 0 : failed + 1
      // The first to start has said why it does not serve, for instance a wrong setting.
      const saidWhy = !hasServed && typeof ending?.code === 'number'
      if (ending && !saidWhy) logLine('error', 'alarm', { message: 'A worker ended and is replaced', ...ending })
      if (serving.size === 0 && (saidWhy || failed >= TRIES)) {
        if (!saidWhy)
          logLine('error', 'alarm', { message: 'No worker serves, and none can be started: the server ends' })
        return nothing.reject(new AlreadySaid('No worker serves'))
      }
      // The first decides whether the others start: without one that serves it is not done.
      if (hasServed) tried(null)
      await sleep(Math.min(AGAIN_MS * 2 ** failed, LONGEST_MS))
    }
  }

  const open = () => new Promise<number | null>(tried => void keepPlace(tried))
  return {
    nothingServes: nothing.promise,
    start: async () => {
      // Alone, so that a reason not to serve is said once.
      const port = await Promise.race([open(), nothing.promise])
      await Promise.all(Array.from({ length: settings.workers - 1 }, open))
      return port!
    },
    stop: async () => {
      stopping = true
      await Promise.all(Object.values(cluster.workers!).map(worker => stopWorker(worker!, settings)))
    },
  }
}

/** Starts a worker. @returns how it ended */
async function endOf(followed: (worker: Worker) => { listening(port: number): void; ended(): void }): Promise<Ending> {
  const failed = (error: unknown): Ending => {
    logLine('error', 'alarm', { message: 'A worker cannot be started, which is tried again', err: safeError(error) })
    return null
  }
  let worker: Worker
  try {
    worker = cluster.fork()
  } catch (error) {
    return failed(error)
  }
  const { listening, ended } = followed(worker)
  const ending = await new Promise<Ending>(resolve => {
    worker.on('listening', ({ port }) => listening(port))
    worker.once('exit', (code, signal) => resolve({ worker: worker.process.pid!, code, signal }))
    // Of one that runs, it is a message that could not be sent: it ends by itself.
    worker.on('error', error => worker.process.pid === undefined && resolve(failed(error)))
  })
  ended()
  return ending
}

/** Stops a worker like a server of its own; it has its own time limits. */
async function stopWorker(worker: Worker, { leaveMs, stopMs }: Settings): Promise<void> {
  if (worker.isDead() || worker.process.pid === undefined) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), leaveMs + stopMs + 2 * ORDER_MS)
  await ended
  clearTimeout(timer)
}
