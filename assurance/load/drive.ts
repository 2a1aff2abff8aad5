import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Sample } from '#assurance/load/figures.ts'
import { random } from '#assurance/trust/random.ts'

/** Makes the n-th call and says what came of it: 'ok', or a word for what else. It does not throw. */
export type Send = (n: number) => Promise<string>

/** Time as the driver sees it, in milliseconds; tests have their own. */
export type Time = { now(): number; wait(ms: number): Promise<unknown> }

const realTime: Time = {
  now: () => performance.now(),
  // Below a millisecond a timer is no use.
  wait: ms => (ms < 1 ? setImmediate() : sleep(ms)),
}

/** This many calls that are overdue leave at once, before answers are looked at again. */
const AT_ONCE = 32
const NUMBERS = 2 ** 32

/**
 * When calls of people who know nothing of each other come in: at random, so many a second on average (a Poisson process),
 * the same for the same seed. Milliseconds after the beginning.
 */
export function arrivals({ perSecond, seconds, seed = 1 }: { perSecond: number; seconds: number; seed?: number }) {
  const next = random(seed)
  const due: number[] = []
  const gap = () => (-Math.log((next(NUMBERS) + 1) / NUMBERS) * 1000) / perSecond
  for (let at = gap(); at < seconds * 1000; at += gap()) due.push(at)
  return due
}

/**
 * Open loop: every call leaves when it is due, whatever became of those before, and its time counts from when it was DUE.
 * So a portal that stands still for a second has kept all the callers of that second waiting, and not one only (what is
 * known as coordinated omission).
 */
export async function openLoop(due: readonly number[], send: Send, time: Time = realTime): Promise<Sample[]> {
  const begin = time.now()
  const samples: Sample[] = []
  const running: Promise<void>[] = []
  let overdue = 0
  for (const [n, dueMs] of due.entries()) {
    const early = begin + dueMs - time.now()
    if (early > 0 || ++overdue % AT_ONCE === 0) await time.wait(Math.max(0, early))
    const lateMs = Math.max(0, time.now() - begin - dueMs)
    const call = send(n).then(outcome => {
      samples.push({ dueMs, lateMs, tookMs: time.now() - begin - dueMs, outcome })
    })
    running.push(call)
  }
  await Promise.all(running)
  return samples
}

/** Closed loop: each of some clients calls again when it is answered, for so long. Shows how much is carried at most. */
export async function closedLoop(
  { clients, seconds }: { clients: number; seconds: number },
  send: Send,
  time: Time = realTime,
): Promise<Sample[]> {
  const begin = time.now()
  const samples: Sample[] = []
  let number = 0
  const client = async () => {
    while (time.now() - begin < seconds * 1000) {
      const dueMs = time.now() - begin
      const outcome = await send(number++)
      samples.push({ dueMs, lateMs: 0, tookMs: time.now() - begin - dueMs, outcome })
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return samples
}

/** How long a load lasted, from its beginning to its last answer, in seconds. */
export const lasted = (samples: readonly Sample[]) =>
  samples.reduce((most, { dueMs, tookMs }) => Math.max(most, dueMs + tookMs), 0) / 1000
