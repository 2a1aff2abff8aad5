import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'

/** The only source of time (D4). Nothing else reads the system clock. */
export type Clock = {
  /** Now as an ISO 8601 instant in UTC. */
  now(): string
  /** Today's date in Madrid. */
  today(): Day
}

/** The machine's clock, shifted by `offsetMs` milliseconds (CLOCK_OFFSET). */
export function systemClock(offsetMs = 0): Clock {
  const now = () => new Date(Date.now() + offsetMs).toISOString()
  return { now, today: () => madridDay(now()) }
}

/** A clock for tests, which moves only through `move` and `set`. */
export function movableClock(start: string): Clock & { move(ms: number): void; set(instant: string): void } {
  let time = Date.parse(start)
  const now = () => new Date(time).toISOString()
  return {
    now,
    today: () => madridDay(now()),
    move: ms => {
      time += ms
    },
    set: instant => {
      time = Date.parse(instant)
    },
  }
}

/** The instant `ms` milliseconds after another. */
export function after(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString()
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
