import type { Slot } from '#assurance/load/calls.ts'
import { download, readsOf, slotsOf, upload, writesOf } from '#assurance/load/calls.ts'
import type { Send } from '#assurance/load/drive.ts'
import { closedLoop, lasted } from '#assurance/load/drive.ts'
import { figuresOf } from '#assurance/load/figures.ts'
import { MIB } from '#assurance/load/line.ts'
import type { World } from '#assurance/load/world.ts'
import { random } from '#assurance/trust/random.ts'

/** The mix's files: number of documents and bytes each. */
export const DOCUMENTS = 20
const CALIBRATION_S = 6

/** The working mix of W2 and its maximum throughput per second in a closed loop. */
export type Mix = { send: Send; most: number; failed: Record<string, number> }

const made = new WeakMap<World, Mix>()

/** 70 % lists and searches, 15 % single objects, 10 % writes, 5 % files of 1 MiB, up and down; each kind in turn. */
export async function workingMix(world: World): Promise<Mix> {
  const known = made.get(world)
  if (known) return known
  const slots = await slotsOf(world, Math.min(DOCUMENTS, Math.floor(world.crowd.length / 2)))
  for (const slot of slots) {
    const outcome = await upload(world, slot, MIB)
    if (outcome !== 'ok') throw new Error(`The mix has no files: ${outcome}`)
  }
  const send = mixOf(world, slots)
  // Not measured: the first calls warm up the portal.
  await closedLoop({ clients: 4, seconds: 1 }, send)
  const samples = await closedLoop({ clients: world.scale.clients, seconds: CALIBRATION_S }, send)
  const { goodput, failed } = figuresOf(samples, lasted(samples))
  const mix = { send, most: goodput, failed }
  made.set(world, mix)
  return mix
}

function mixOf(world: World, slots: readonly Slot[]): Send {
  const { lists, details } = readsOf(world)
  const writes = writesOf(world)
  const next = random(11)
  const inTurn = <T>(items: readonly T[]) => {
    let turn = 0
    return () => items[turn++ % items.length]!
  }
  const [list, detail, write, slot] = [inTurn(lists), inTurn(details), inTurn(writes), inTurn(slots)]
  let files = 0
  return n => {
    const luck = next(100)
    if (luck < 70) return list().send(n)
    if (luck < 85) return detail().send(n)
    if (luck < 95) return write().send(n)
    return files++ % 2 === 0 ? download(world, slot(), MIB) : upload(world, slot(), MIB)
  }
}
