import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Sample } from '#assurance/load/figures.ts'
import { random } from '#assurance/trust/random.ts'

/** Makes the n-th call and returns 'ok' or another outcome. It does not throw. */
export type Send = (n: number) => Promise<string>

/** The driver's clock, in milliseconds; tests inject their own. */
export type Time = { now(): number; wait(ms: number): Promise<unknown> }

const realTime: Time = {
  now: () => performance.now(),
  // Timers have no resolution below a millisecond.
  wait: ms => (ms < 1 ? setImmediate() : sleep(ms)),
}

/** The number of overdue calls sent at once before answers are processed again. */
const AT_ONCE = 32
const NUMBERS = 2 ** 32

/**
 * Random arrival times of independent callers, with the given mean rate per second (a Poisson process), deterministic
 * per seed. In milliseconds from the start.
 */
export function arrivals({ perSecond, seconds, seed = 1 }: { perSecond: number; seconds: number; seed?: number }) {
  const next = random(seed)
  const due: number[] = []
  const gap = () => (-Math.log((next(NUMBERS) + 1) / NUMBERS) * 1000) / perSecond
  for (let at = gap(); at < seconds * 1000; at += gap()) due.push(at)
  return due
}

/**
 * Open loop: every call is sent when due, whatever happened to earlier ones, and its latency counts from its DUE time.
 * A pause of a second thus delays all callers of that second, not only one (it avoids coordinated omission).
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

/** Closed loop: each client calls again after its answer, for the given time. Shows the maximum throughput. */
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

/** The duration of a load, from its start to its last answer, in seconds. */
export const lasted = (samples: readonly Sample[]) =>
  samples.reduce((most, { dueMs, tookMs }) => Math.max(most, dueMs + tookMs), 0) / 1000
