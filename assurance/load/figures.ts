/**
 * One call of a load: due and sent times (milliseconds from the start), latency from the DUE time to the answer, and
 * outcome ('ok', or another word).
 */
export type Sample = { dueMs: number; lateMs: number; tookMs: number; outcome: string }

/** Statistics of many calls: latencies in milliseconds, of successful calls. */
export type Figures = {
  calls: number
  well: number
  /** Successful calls per second. */
  goodput: number
  p50: number
  p95: number
  p99: number
  worst: number
  /** The generator's own lateness: if it is late, its figures do not describe the portal. */
  lateP99: number
  /** The number of unsuccessful calls, by outcome. */
  failed: Record<string, number>
}

/** The quantile (0 to 1) of a sorted list, by nearest rank; 0 for an empty list. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}

export const rising = (values: readonly number[]) => [...values].sort((a, b) => a - b)

/** @param seconds the duration of the load, to the last answer. */
export function figuresOf(samples: readonly Sample[], seconds: number): Figures {
  const well = samples.filter(({ outcome }) => outcome === 'ok')
  const times = rising(well.map(({ tookMs }) => tookMs))
  const failed: Record<string, number> = {}
  for (const { outcome } of samples) if (outcome !== 'ok') failed[outcome] = (failed[outcome] ?? 0) + 1
  return {
    calls: samples.length,
    well: well.length,
    goodput: well.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    worst: percentile(times, 1),
    lateP99: percentile(rising(samples.map(({ lateMs }) => lateMs)), 0.99),
    failed,
  }
}

/**
 * The seconds from `fromMs` until calls succeed as before: the first window after which no window has a failed call or
 * a p95 above `limitMs`. Null when never.
 */
export function backAfter(
  samples: readonly Sample[],
  { fromMs, windowMs, limitMs }: { fromMs: number; windowMs: number; limitMs: number },
): number | null {
  const windows = windowsOf(samples, fromMs, windowMs)
  const last = Math.max(-1, ...windows.keys())
  const bad = [...windows].filter(
    ([, inside]) => inside.some(({ outcome }) => outcome !== 'ok') || p95Of(inside) > limitMs,
  )
  const lastBad = Math.max(-1, ...bad.map(([index]) => index))
  return last === -1 || lastBad === last ? null : ((lastBad + 1) * windowMs) / 1000
}

/** The p95 of the slowest window: random arrivals make some seconds slower than others. */
export const worstWindow = (samples: readonly Sample[], windowMs: number) =>
  Math.max(0, ...[...windowsOf(samples, 0, windowMs).values()].map(p95Of))

function windowsOf(samples: readonly Sample[], fromMs: number, windowMs: number): Map<number, Sample[]> {
  const after = samples.filter(({ dueMs }) => dueMs >= fromMs)
  return Map.groupBy(after, ({ dueMs }) => Math.floor((dueMs - fromMs) / windowMs))
}

const p95Of = (samples: readonly Sample[]) => percentile(rising(samples.map(({ tookMs }) => tookMs)), 0.95)

/** Whether an outcome is an error of the portal: a 5xx other than 503, or an incorrect answer. */
export const isFault = (outcome: string) => /^5(?!03)\d\d|^wrong/.test(outcome)
