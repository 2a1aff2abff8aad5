import { arrivals, openLoop } from '#assurance/load/drive.ts'
import type { Sample } from '#assurance/load/figures.ts'
import { backAfter, figuresOf, percentile, rising, worstWindow } from '#assurance/load/figures.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, timesIn } from '#assurance/load/line.ts'
import { workingMix } from '#assurance/load/mix.ts'
import { rateOf } from '#assurance/load/w2-working-mix.ts'
import { costOf, loopIn } from '#assurance/load/watch.ts'
import { heardOf, type World } from '#assurance/load/world.ts'

const TIMES = 5
/** The share of `--seconds` before the overload; afterwards longer than a caller's time-out. */
const BEFORE = 1 / 3
const AFTER_S = 20
const WINDOW_MS = 2000
/** The p99 limit of W2; or 1.5 times the slowest window before, if higher. */
const NORMAL_MS = 150
const SLOWER = 1.5

/** Five times the rate of a working day, for a while. */
export async function overload(world: World): Promise<Line[]> {
  const load = loadNow()
  await heardOf(world, 1)
  const mix = await workingMix(world)
  const perSecond = rateOf(world, mix)
  const length = world.scale.seconds
  const before = Math.max(2, Math.round(length * BEFORE))
  const part = (rate: number, seconds: number, from: number) =>
    arrivals({ perSecond: rate, seconds, seed: from + 9 }).map(at => at + from * 1000)
  const after = before + length
  const due = [
    ...part(perSecond, before, 0),
    ...part(TIMES * perSecond, length, before),
    ...part(perSecond, AFTER_S, after),
  ]
  const { value: samples, cost } = await costOf(world, () => openLoop(due, mix.send))
  const within = (from: number, to: number) => samples.filter(({ dueMs }) => dueMs >= from * 1000 && dueMs < to * 1000)
  const during = within(before, after)
  // The successful answers of these seconds, whenever they were due.
  const answered = samples.filter(({ dueMs, tookMs, outcome }) => {
    const at = dueMs + tookMs
    return outcome === 'ok' && at >= before * 1000 && at < after * 1000
  })
  const goodput = answered.length / length
  const first = figuresOf(within(0, before), before)
  const normalMs = Math.max(NORMAL_MS, SLOWER * worstWindow(within(0, before), WINDOW_MS))
  const back = backAfter(samples, { fromMs: after * 1000, windowMs: WINDOW_MS, limitMs: normalMs })
  const excess = excessIn(during)
  const { failed } = figuresOf(during, length)
  const line = { w: 'W9', load }
  return [
    {
      ...line,
      what: 'before it, open loop',
      asked: `${perSecond.toFixed(0)} calls/s for ${before} s`,
      measured: timesIn(first),
      failed: first.failed,
      target: '',
      holds: null,
    },
    {
      ...line,
      what: `overload, ${TIMES} times as much`,
      asked: `${(TIMES * perSecond).toFixed(0)} calls/s for ${length} s`,
      measured: `${goodput.toFixed(0)}/s answered well, ${((100 * goodput) / mix.most).toFixed(0)} % of the most; ${timesIn(figuresOf(during, length))}; ${loopIn(cost)}`,
      failed,
      target: 'goodput ≥ 80 % of the most',
      holds: goodput >= 0.8 * mix.most,
    },
    {
      ...line,
      what: 'what is too much',
      asked: '503 or 429 at once',
      measured:
        excess.length === 0
          ? 'nobody was refused; all waited'
          : `refused or given up after ${percentile(excess, 0.5).toFixed(0)} ms (p50), ${percentile(excess, 0.99).toFixed(0)} (p99)`,
      failed: {},
      target: '< 100 ms',
      holds: excess.length > 0 && percentile(excess, 0.99) < 100,
    },
    {
      ...line,
      what: 'after it, at the first rate',
      asked: `${perSecond.toFixed(0)} calls/s for ${AFTER_S} s`,
      measured:
        back === null
          ? `not as before within ${AFTER_S} s`
          : `as before after ${back} s (no failure, p95 of ${WINDOW_MS / 1000} s ≤ ${normalMs.toFixed(0)} ms)`,
      failed: figuresOf(within(after, after + AFTER_S), AFTER_S).failed,
      target: '≤ 5 s',
      holds: back !== null && back <= 5,
    },
  ]
}

/** The waiting times of unsuccessful callers, ascending. */
const excessIn = (samples: readonly Sample[]) =>
  rising(samples.filter(({ outcome }) => outcome !== 'ok').map(({ tookMs }) => tookMs))
