import { openApp } from '#server/app/app-start.ts'
import type { Life } from '#server/app/process/life.ts'
import { giveUp, ORDER_MS } from '#server/app/process/life.ts'
import { prepare, sayReady } from '#server/app/process/prepare.ts'
import { supervise } from '#server/app/process/supervisor.ts'
import { answerWorkers } from '#server/app/process/workers.ts'
import { makeLimiter } from '#server/http/security/limiter.ts'
import { openWorkersMetrics } from '#server/kernel/open-metrics.ts'
import { keepState } from '#server/operation/server/keep.ts'
import type { OpenDatabase } from '#server/platform/database/open.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/**
 * Keeps `WORKERS` processes serving on one port. It opens the database, prepares the installation, counts the calls of
 * all workers, and replaces a worker that ends; it serves nothing itself.
 * @throws AlreadySaid when no worker serves; the log has said why
 */
export async function keepWorkers(
  life: Life,
  settings: Settings,
  database: OpenDatabase,
  ready: (port: number) => void,
): Promise<void> {
  const preparing = await openApp(settings, database.connection, { owner: database.owner, autoMail: false })
  life.begun(() => preparing.stop())
  const { lines, presence } = await prepare(life, preparing.app, database.connection)
  answerWorkers(database.connection, makeLimiter(preparing.app.clock))
  const metrics = await openWorkersMetrics(settings)
  life.begun(async () => metrics?.close())
  const workers = supervise(settings)
  life.begun(() => workers.stop())
  const port = await workers.start()
  const state = keepState(preparing.app, port)
  life.begun(() => state.stop())
  life.stopsBy(async () => {
    // A second after the workers' own limit.
    setTimeout(giveUp, settings.leaveMs + settings.stopMs + ORDER_MS + 1000)
    await state.stop()
    await workers.stop()
    await metrics?.close()
    await presence.stop()
    await preparing.stop()
    await database.stop()
  })
  sayReady(lines, settings.productName, port)
  ready(port)
  await workers.nothingServes
}
