import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from '#server/app/app-start.ts'
import type { Life } from '#server/app/process/life.ts'
import { AlreadySaid, giveUp, ORDER_MS } from '#server/app/process/life.ts'
import { prepare, sayReady } from '#server/app/process/prepare.ts'
import { answerWorkers } from '#server/app/process/workers.ts'
import { makeLimiter } from '#server/http/security/limiter.ts'
import type { OpenDatabase } from '#server/platform/database/open.ts'
import { logLine } from '#server/platform/log.ts'
import { openWorkersMetrics } from '#server/platform/operation/open-metrics.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** How long the place of a worker that ended stays empty, in milliseconds: one that ends at once must not spin. */
const AGAIN_MS = 1000

/**
 * Keeps `WORKERS` processes serving on one port. It opens the database, prepares the installation, counts the calls of
 * all workers, and replaces a worker that ends; it serves nothing itself.
 * @throws AlreadySaid when a worker does not serve; the worker has said why
 */
export async function keepWorkers(life: Life, settings: Settings, database: OpenDatabase): Promise<void> {
  const preparing = await openApp(settings, database.connection, { owner: database.owner, autoMail: false })
  life.begun(() => preparing.stop())
  const { lines, presence } = await prepare(life, preparing.app, database.connection)
  answerWorkers(database.connection, makeLimiter(preparing.app.clock))
  const metrics = await openWorkersMetrics(settings)
  life.begun(async () => metrics?.close())
  let stopping = false
  const stopWorkers = async () => {
    stopping = true
    await Promise.all(Object.values(cluster.workers!).map(worker => stopWorker(worker!, settings)))
  }
  life.begun(stopWorkers)

  // Alone, so that a reason not to serve is said once.
  const port = await started(cluster.fork())
  await Promise.all(Array.from({ length: settings.workers - 1 }, () => started(cluster.fork())))
  cluster.on('exit', async ({ process: { pid } }, code, signal) => {
    if (stopping) return
    logLine('error', 'alarm', { message: 'A worker ended and is replaced', worker: pid, code, signal })
    await sleep(AGAIN_MS)
    if (!stopping) cluster.fork()
  })
  life.stopsBy(async () => {
    // A second after the workers' own limit.
    setTimeout(giveUp, settings.leaveMs + settings.stopMs + ORDER_MS + 1000)
    await stopWorkers()
    await metrics?.close()
    await presence.stop()
    await preparing.stop()
    await database.stop()
  })
  sayReady(lines, settings.productName, port)
}

/** @returns the port once the worker listens */
async function started(worker: Worker): Promise<number> {
  const ended = once(worker, 'exit').then(() => {
    throw new AlreadySaid('A worker ended before it served')
  })
  const [address] = await Promise.race([once(worker, 'listening'), ended])
  ended.catch(() => {})
  return address.port
}

/** Stops a worker like a server of its own; it has its own time limits. */
async function stopWorker(worker: Worker, { leaveMs, stopMs }: Settings): Promise<void> {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), leaveMs + stopMs + 2 * ORDER_MS)
  await ended
  clearTimeout(timer)
}
