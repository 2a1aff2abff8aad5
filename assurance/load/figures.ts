/**
 * One call of a load: when it was due and left (milliseconds after the load began), how long after it was DUE its answer
 * was there, and what came of it ('ok', or a word for what else).
 */
export type Sample = { dueMs: number; lateMs: number; tookMs: number; outcome: string }

/** What came of many calls: times in milliseconds, of those that went well. */
export type Figures = {
  calls: number
  well: number
  /** Well answered a second. */
  goodput: number
  p50: number
  p95: number
  p99: number
  worst: number
  /** How late the calls left, by the generator's own fault: figures of a generator that is late are not the portal's. */
  lateP99: number
  /** How many were not answered well, by outcome. */
  failed: Record<string, number>
}

/** The value that so much of a sorted list (0 to 1) is not above, by nearest rank; 0 of none. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
}

export const rising = (values: readonly number[]) => [...values].sort((a, b) => a - b)

/** @param seconds how long the load lasted, to the last answer. */
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
 * After how many seconds from `fromMs` on calls are answered again as before: the first window from which none to the end
 * has a call that failed or a p95 above `limitMs`. Null when that is never.
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

/** The p95 of the slowest window: calls that come at random are slower in one second than in another without a reason. */
export const worstWindow = (samples: readonly Sample[], windowMs: number) =>
  Math.max(0, ...[...windowsOf(samples, 0, windowMs).values()].map(p95Of))

function windowsOf(samples: readonly Sample[], fromMs: number, windowMs: number): Map<number, Sample[]> {
  const after = samples.filter(({ dueMs }) => dueMs >= fromMs)
  return Map.groupBy(after, ({ dueMs }) => Math.floor((dueMs - fromMs) / windowMs))
}

const p95Of = (samples: readonly Sample[]) => percentile(rising(samples.map(({ tookMs }) => tookMs)), 0.95)

/** Whether an outcome is a fault of the portal: a 5xx other than 503, or an answer that is not what was asked for. */
export const isFault = (outcome: string) => /^5(?!03)\d\d|^wrong/.test(outcome)
