import { arrivals, lasted, openLoop } from '#assurance/load/drive.ts'
import { figuresOf } from '#assurance/load/figures.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, timesIn } from '#assurance/load/line.ts'
import type { Mix } from '#assurance/load/mix.ts'
import { workingMix } from '#assurance/load/mix.ts'
import { costOf, cpuIn, loopIn } from '#assurance/load/watch.ts'
import { heardOf, type World } from '#assurance/load/world.ts'

const TARGET = 1000
/** An open loop above the maximum throughput only measures its own queue. */
const OF_MOST = 0.6

/** The rate of the mix per second: as requested, or adapted to this machine. */
export const rateOf = (world: World, { most }: Mix) => Math.max(1, Math.min(world.scale.rate, OF_MOST * most))

/** Working users. */
export async function mixedWork(world: World): Promise<Line[]> {
  const load = loadNow()
  await heardOf(world, 1)
  const mix = await workingMix(world)
  const { seconds, rate, clients } = world.scale
  const perSecond = rateOf(world, mix)
  const { value: samples, cost } = await costOf(world, () =>
    openLoop(arrivals({ perSecond, seconds, seed: 2 }), mix.send),
  )
  const figures = figuresOf(samples, lasted(samples))
  const target = '1000/s, p50 ≤ 10, p95 ≤ 50, p99 ≤ 150 ms, no 5xx'
  const fast = figures.p50 <= 10 && figures.p95 <= 50 && figures.p99 <= 150
  const refused = Object.keys({ ...figures.failed, ...mix.failed }).some(outcome => /^5/.test(outcome))
  const shortened = perSecond < rate ? ` (not ${rate}: ${OF_MOST * 100} % of the most)` : ''
  return [
    {
      w: 'W2',
      what: 'working mix, closed loop: the most',
      asked: `${clients} clients`,
      measured: `${mix.most.toFixed(0)}/s`,
      failed: mix.failed,
      target: '1000/s',
      holds: mix.most >= TARGET,
      load,
    },
    {
      w: 'W2',
      what: 'working mix, open loop',
      asked: `${perSecond.toFixed(0)} calls/s${shortened} for ${seconds} s`,
      measured: `${timesIn(figures)}; ${cpuIn(cost)}; ${loopIn(cost)}`,
      failed: figures.failed,
      target,
      holds: fast && !refused && perSecond >= TARGET,
      load,
    },
  ]
}
