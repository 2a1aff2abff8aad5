import { writesOf } from '#assurance/load/calls.ts'
import type { Send } from '#assurance/load/drive.ts'
import { arrivals, closedLoop, lasted, openLoop } from '#assurance/load/drive.ts'
import { figuresOf } from '#assurance/load/figures.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, noFailures, timesIn } from '#assurance/load/line.ts'
import { costOf, cpuIn } from '#assurance/load/watch.ts'
import { heardOf, type World } from '#assurance/load/world.ts'

const TARGET = 400
const OF_MOST = 0.8
const CALIBRATION_S = 3

/** Writes, each with a locked row and an entry in the one audit log; every other one with a notification and a mail. */
export async function writes(world: World): Promise<Line[]> {
  const load = loadNow()
  await heardOf(world, 1)
  const { seconds, clients } = world.scale
  const kinds = writesOf(world)
  const send: Send = n => kinds[n % kinds.length]!.send(n)
  const trial = await closedLoop({ clients, seconds: CALIBRATION_S }, send)
  const most = figuresOf(trial, lasted(trial))
  const perSecond = Math.max(1, Math.min(TARGET, OF_MOST * most.goodput))
  const { value: samples, cost } = await costOf(world, () => openLoop(arrivals({ perSecond, seconds, seed: 6 }), send))
  const figures = figuresOf(samples, lasted(samples))
  const shortened = perSecond < TARGET ? ` (not ${TARGET}: ${OF_MOST * 100} % of the most)` : ''
  return [
    {
      w: 'W5',
      what: 'changes with their entry in the trail, closed loop: the most',
      asked: `${clients} clients`,
      measured: timesIn(most),
      failed: most.failed,
      target: `${TARGET}/s`,
      holds: most.goodput >= TARGET,
      load,
    },
    {
      w: 'W5',
      what: 'the same, open loop',
      asked: `${perSecond.toFixed(0)} changes/s${shortened} for ${seconds} s`,
      measured: `${timesIn(figures)}; ${cpuIn(cost)}`,
      failed: figures.failed,
      target: `${TARGET}/s, p99 ≤ 100 ms`,
      holds: figures.p99 <= 100 && perSecond >= TARGET && noFailures(figures),
      load,
    },
  ]
}
