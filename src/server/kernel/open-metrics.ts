import type { AppContext } from '#server/kernel/app-context.ts'
import type { Metrics } from '#server/kernel/metrics.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

type Serving = { close(): Promise<void> }

/**
 * Measures the calls of this process if METRICS_PORT is set; null otherwise, and the library is not loaded. A worker
 * answers the process that started it, another process serves `/metrics` itself.
 * @throws SettingsError when the address cannot be bound
 */
export async function openMetrics(
  app: AppContext,
  { isWorker }: { isWorker: boolean },
): Promise<{ metrics: Metrics; close(): Promise<void> } | null> {
  const address = app.settings.metrics
  if (!address) return null
  const { makeMetrics } = await import('#server/kernel/metrics.ts')
  const metrics = makeMetrics(app)
  if (!isWorker) return { metrics, ...(await serveAt(address, metrics)) }
  metrics.share()
  return { metrics, close: async () => {} }
}

/**
 * Serves the metrics of all workers if METRICS_PORT is set.
 * @throws SettingsError when the address cannot be bound
 */
export async function openWorkersMetrics({ metrics: address }: Settings): Promise<Serving | null> {
  if (!address) return null
  const { workersMetrics } = await import('#server/kernel/metrics.ts')
  return serveAt(address, workersMetrics())
}

async function serveAt(
  { host, port }: NonNullable<Settings['metrics']>,
  metrics: Pick<Metrics, 'text'>,
): Promise<Serving> {
  const { serveMetrics } = await import('#server/kernel/metrics.ts')
  try {
    return await serveMetrics(metrics, host, port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `METRICS_PORT: ${host} port ${port} cannot be used (${code}). Set another, or leave it empty.`,
    )
  }
}
