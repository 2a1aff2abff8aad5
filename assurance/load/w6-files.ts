import type { Slot } from '#assurance/load/calls.ts'
import { download, downloadInBase64, slotsOf, upload } from '#assurance/load/calls.ts'
import type { Line } from '#assurance/load/line.ts'
import { loadNow, MIB } from '#assurance/load/line.ts'
import { DOCUMENTS } from '#assurance/load/mix.ts'
import type { Cost } from '#assurance/load/watch.ts'
import { costOf, cpuIn, grownMib, memoryIn } from '#assurance/load/watch.ts'
import { heardOf, type World } from '#assurance/load/world.ts'

const BYTES = 10 * MIB
/** The allowed memory growth while streaming files of any size. */
const GROWTH_MIB = 64
const MB = 1e6
const WARM_UP = 10

type Trial = { what: string; asked: string; bytes: number; target: string; holds: (seconds: number) => boolean }

/** Uploads and downloads. */
export async function files(world: World): Promise<Line[]> {
  await heardOf(world, 1)
  const { files: count, big } = world.scale
  const slots = await slotsOf(world, count + 1, DOCUMENTS)
  const [last, many] = [slots.at(-1)!, slots.slice(0, count)]
  // The growth with the first files is permanent (warm-up).
  for (let n = 0; n < WARM_UP; n++)
    for (const work of [upload, download, downloadInBase64]) await work(world, last, MIB)

  const trial = async ({ what, asked, bytes, target, holds }: Trial, work: () => Promise<string[]>): Promise<Line> => {
    const load = loadNow()
    const begin = performance.now()
    const { value: outcomes, cost } = await costOf(world, work)
    const seconds = (performance.now() - begin) / 1000
    const failed: Record<string, number> = {}
    for (const outcome of outcomes) if (outcome !== 'ok') failed[outcome] = (failed[outcome] ?? 0) + 1
    const speed = (bytes / MB / seconds).toFixed(0)
    const well = outcomes.every(outcome => outcome === 'ok')
    return {
      w: 'W6',
      what,
      asked,
      measured: `${seconds.toFixed(1)} s, ${speed} MB/s; ${memoryIn(cost)}; ${cpuIn(cost)}`,
      failed,
      target: `${target}, RSS + ${GROWTH_MIB} MiB at most`,
      holds: well && holds(seconds) && isLean(cost),
      load,
    }
  }
  const isLean = (cost: Cost) => grownMib(cost) <= GROWTH_MIB
  const each = (work: (slot: Slot) => Promise<string>) => () => Promise.all(many.map(work))
  const bigBytes = big * MB
  const wholeMb = (count * BYTES) / MB
  return [
    await trial(
      {
        what: 'uploads at once, each of another provider',
        asked: `${count} × 10 MiB`,
        bytes: count * BYTES,
        target: '50 in ≤ 30 s, all 201',
        holds: seconds => seconds <= 30 && count >= 50,
      },
      each(slot => upload(world, slot, BYTES)),
    ),
    await trial(
      {
        what: 'downloads at once, each read to its verified end',
        asked: `${count} × 10 MiB`,
        bytes: count * BYTES,
        target: '≥ 200 MB/s',
        holds: seconds => wholeMb / seconds >= 200 && count >= 50,
      },
      each(slot => download(world, slot, BYTES)),
    ),
    await trial(
      {
        what: 'the same files in base64 within JSON (GET /documents/{id})',
        asked: `${count} × 10 MiB`,
        bytes: count * BYTES,
        target: 'all whole',
        holds: () => true,
      },
      each(slot => downloadInBase64(world, slot, BYTES)),
    ),
    await trial(
      {
        what: 'one big upload (MAX_FILE_MB is raised to 4096 for it)',
        asked: `${big} MB`,
        bytes: bigBytes,
        target: '2000 MB at ≥ 100 MB/s',
        holds: seconds => big / seconds >= 100,
      },
      async () => [await upload(world, last, bigBytes, 600_000)],
    ),
  ]
}
