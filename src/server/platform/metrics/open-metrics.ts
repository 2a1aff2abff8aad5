import type { AppContext } from '#server/app/app-context.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/**
 * Serves `/metrics` if METRICS_PORT is set; null otherwise, and the library is not loaded.
 * @throws SettingsError when the address cannot be bound
 */
export async function openMetrics(app: AppContext): Promise<{ metrics: Metrics; close(): Promise<void> } | null> {
  const address = app.settings.metrics
  if (!address) return null
  const { makeMetrics, serveMetrics } = await import('#server/platform/metrics/metrics.ts')
  const metrics = makeMetrics(app)
  try {
    const { close } = await serveMetrics(metrics, address.host, address.port)
    return { metrics, close }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `METRICS_PORT: ${address.host} port ${address.port} cannot be used (${code}). Set another, or leave it empty.`,
    )
  }
}
