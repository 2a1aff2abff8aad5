import type { RunningApp } from '#server/app/app-start.ts'
import { startHousekeeping } from '#server/app/housekeeping.ts'
import type { Life } from '#server/app/process/life.ts'
import { giveUp, ORDER_MS } from '#server/app/process/life.ts'
import { hasPages } from '#server/app/process/prepare.ts'
import { listen } from '#server/http/listen.ts'
import type { Limiter } from '#server/http/security/limiter.ts'
import { buildServer } from '#server/http/server.ts'
import { openMetrics } from '#server/kernel/open-metrics.ts'
import { checkpointsOf } from '#server/platform/audit-log/checkpoints.ts'
import type { Presence } from '#server/platform/database/topology/presence.ts'
import { openTracing } from '#server/platform/operation/tracing/open-tracing.ts'

/**
 * Serves the portal from this process until it is stopped. `limiter` is that of all workers of the server, null for a
 * process that serves alone.
 * @returns the port and how to stop: serving ends first, the resources last
 * @throws SettingsError when an address cannot be bound
 */
export async function servePortal(
  life: Life,
  running: RunningApp,
  presence: Presence,
  limiter: Limiter | null,
): Promise<{ port: number; stop(): Promise<void> }> {
  const { app, background } = running
  const { settings } = app
  const tracing = await openTracing(settings)
  life.begun(() => tracing.close())
  const metrics = await openMetrics(app, { isWorker: limiter !== null })
  life.begun(async () => metrics?.close())
  const fastify = await buildServer(app, { withWeb: hasPages(), log: true, metrics: metrics?.metrics, limiter })
  await listen(fastify, settings)
  life.begun(() => fastify.close())
  const housekeeping = startHousekeeping(background, checkpointsOf(background))
  app.wakeFileChecks()
  life.begun(() => housekeeping.stop())
  const { port } = fastify.server.address() as { port: number }
  return {
    port,
    stop: async () => {
      // Calls that miss the deadline are cut and rolled back without a response.
      setTimeout(() => {
        fastify.server.closeAllConnections()
        running.cutMail()
        setTimeout(giveUp, ORDER_MS)
      }, settings.leaveMs + settings.stopMs)
      await fastify.close()
      await running.stopMail()
      // Last, after every write to the audit log: it signs the end.
      await housekeeping.stop()
      await metrics?.close()
      await presence.stop()
      await running.stop()
      await tracing.close()
    },
  }
}
