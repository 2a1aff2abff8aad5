import { traceWith } from '#server/platform/operation/tracing/span.ts'
import { within } from '#server/platform/outgoing/deadline.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** How long a stop waits for the collector to take what is left, in milliseconds. */
const LAST_MS = 2000

/** Traces this process if OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise the libraries are not loaded. */
export async function openTracing({ tracing }: Settings): Promise<{ close(): Promise<void> }> {
  if (!tracing) return { close: async () => {} }
  const { otlpTracing } = await import('#server/platform/operation/tracing/otlp.ts')
  const opened = otlpTracing(`${tracing.endpoint}/v1/traces`, tracing)
  traceWith(opened)
  return {
    async close() {
      traceWith(null)
      await within(LAST_MS, () => opened.stop()).catch(() => {})
    },
  }
}
