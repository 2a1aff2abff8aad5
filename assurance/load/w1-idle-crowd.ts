import { POLLS_A_PING, ping, poll } from '#assurance/load/calls.ts'
import { arrivals, lasted, openLoop } from '#assurance/load/drive.ts'
import { figuresOf } from '#assurance/load/figures.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, noFailures, timesIn } from '#assurance/load/line.ts'
import { costOf, cpuIn } from '#assurance/load/watch.ts'
import { heardOf, type World } from '#assurance/load/world.ts'
import { NOTIFICATION_POLL_MS, PING_MS } from '#domain/identity/session/ping.ts'

/** Idle tabs: the bell polls every minute, the page pings every 5 minutes. */
export async function idleCrowd(world: World): Promise<Line[]> {
  const load = loadNow()
  const sessions = world.crowd.length
  const { seconds } = world.scale
  const perSecond = sessions / (NOTIFICATION_POLL_MS / 1000) + sessions / (PING_MS / 1000)
  // Each session was last seen a minute ago, so each call touches its row, as every poll does.
  await heardOf(world, 61)
  const [polls, pings] = [poll(world), ping(world)]
  const { value: samples, cost } = await costOf(world, () =>
    openLoop(arrivals({ perSecond, seconds }), n => {
      const isPing = n % (POLLS_A_PING + 1) === POLLS_A_PING
      return isPing ? pings(Math.floor(n / (POLLS_A_PING + 1))) : polls(n)
    }),
  )
  const figures = figuresOf(samples, lasted(samples))
  const cores = 2
  const share = cost.portalCpu + (cost.databaseCpu ?? 0)
  return [
    {
      w: 'W1',
      what: 'idle crowd, open loop',
      asked: `${sessions} open sessions: ${perSecond.toFixed(0)} calls/s for ${seconds} s`,
      measured: `${timesIn(figures)}; ${cpuIn(cost)}`,
      failed: figures.failed,
      target: '10000 sessions, p99 ≤ 30 ms, CPU ≤ 35 % of 2 cores, nothing failed',
      holds: sessions >= 10_000 ? figures.p99 <= 30 && share <= 0.35 * cores && noFailures(figures) : null,
      load,
    },
  ]
}
