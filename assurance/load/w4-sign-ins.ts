import { readsOf, signIn } from '#assurance/load/calls.ts'
import { arrivals, lasted, openLoop } from '#assurance/load/drive.ts'
import { figuresOf } from '#assurance/load/figures.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, noFailures, timesIn } from '#assurance/load/line.ts'
import { heardOf, type World } from '#assurance/load/world.ts'

const TARGET = 60
const OTHERS = 20

/** Everyone signs in at nine: each sign-in costs a password hash; others keep working. */
export async function signInStorm(world: World): Promise<Line[]> {
  const load = loadNow()
  await heardOf(world, 1)
  const { seconds } = world.scale
  const { details } = readsOf(world)
  const [entering, working] = await Promise.all([
    openLoop(arrivals({ perSecond: TARGET, seconds, seed: 4 }), signIn(world)),
    openLoop(arrivals({ perSecond: OTHERS, seconds, seed: 5 }), n => details[n % details.length]!.send(n)),
  ])
  const [storm, others] = [figuresOf(entering, lasted(entering)), figuresOf(working, lasted(working))]
  return [
    {
      w: 'W4',
      what: 'sign-ins with a password, open loop',
      asked: `${TARGET} a second for ${seconds} s`,
      measured: timesIn(storm),
      failed: storm.failed,
      target: 'p95 ≤ 500 ms, none timed out',
      holds: storm.p95 <= 500 && noFailures(storm),
      load,
    },
    {
      w: 'W4',
      what: 'what others read meanwhile',
      asked: `${OTHERS} calls/s`,
      measured: timesIn(others),
      failed: others.failed,
      target: 'p99 ≤ 200 ms',
      holds: others.p99 <= 200 && noFailures(others),
      load,
    },
  ]
}
