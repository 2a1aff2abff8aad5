import { readsOf } from '#assurance/load/calls.ts'
import type { Send } from '#assurance/load/drive.ts'
import { closedLoop, lasted } from '#assurance/load/drive.ts'
import { figuresOf } from '#assurance/load/figures.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, timesIn } from '#assurance/load/line.ts'
import { heardOf, type World } from '#assurance/load/world.ts'

/** The share of `--seconds` for each single call. */
const SHARE = 1 / 5

/** A peak of reads: all of them in turn, and then each on its own. */
export async function readPeak(world: World): Promise<Line[]> {
  await heardOf(world, 1)
  const { clients, seconds } = world.scale
  const { lists, details } = readsOf(world)
  const reads = [...lists, ...details]
  const measure = async (what: string, target: string, least: number, length: number, send: Send): Promise<Line> => {
    const load = loadNow()
    for (let n = 0; n < 3; n++) await send(n)
    const samples = await closedLoop({ clients, seconds: length }, send)
    const figures = figuresOf(samples, lasted(samples))
    return {
      w: 'W3',
      what,
      asked: `${clients} clients, closed loop, ${length} s`,
      measured: timesIn(figures),
      failed: figures.failed,
      target,
      holds: figures.p99 <= 250 && figures.goodput >= least,
      load,
    }
  }
  const all: Send = n => reads[n % reads.length]!.send(n)
  const lines = [await measure('all that is read, in turn', '3000/s, p99 ≤ 250 ms', 3000, seconds, all)]
  for (const { name, send } of reads) {
    lines.push(await measure(name, 'p99 ≤ 250 ms', 0, Math.max(1, Math.round(seconds * SHARE)), send))
  }
  return lines
}
