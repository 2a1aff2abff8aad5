import type { Machine, Move } from '#domain/states/machine.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, addYears } from '#domain/values/day.ts'

/** The move that the end of a day causes from a status, or none. */
function nextInTime<State extends string>(
  { moves }: Machine<State, never>,
  from: State,
): (Move<State, never> & { to: State; years: number }) | undefined {
  for (const move of Object.values<Move<State, never>>(moves)) {
    const { to, yearsAfterExpiry: years } = move
    if (years !== undefined && to !== null && move.from.includes(from)) return { ...move, to, years }
  }
  return undefined
}

/**
 * The last expiry day that is more than this many years before a day: 29 February ends its year on the 28th (D4,
 * VAL-14).
 */
function lastOver(years: number, today: Day): Day {
  const [first, next] = [addDays(addYears(today, -years), -1), addYears(today, -years)]
  return addYears(next, years) < today ? next : first
}

/**
 * Derives the status on a day from a stored status and its expiry (D5, D11): applies the moves with `yearsAfterExpiry`,
 * one after the other. An expiry day counts in full. `status_on` in the database is the same function.
 */
export function statusOn<State extends string>(
  machine: Machine<State, never>,
  stored: State,
  expiresOn: Day | null,
  today: Day,
): State {
  if (expiresOn === null) return stored
  let status = stored
  for (let move = nextInTime(machine, status); move; move = nextInTime(machine, status)) {
    if (addYears(expiresOn, move.years) >= today) break
    status = move.to
  }
  return status
}

/**
 * The stored status behind a derived one, and the bounds of its expiry day: at most `upTo`, later than `after`. null:
 * no bound.
 */
export type StoredAs<State extends string> = { stored: State; upTo: Day | null; after: Day | null }

/** The inverse of `statusOn`, for a query by status. */
export function storedAs<State extends string>(
  machine: Machine<State, never>,
  status: State,
  today: Day,
): StoredAs<State> {
  const leaving = nextInTime(machine, status)
  let stored = status
  let upTo: Day | null = null
  for (;;) {
    const before = machine.states.find(state => nextInTime(machine, state)?.to === stored)
    if (before === undefined) break
    upTo ??= lastOver(nextInTime(machine, before)!.years, today)
    stored = before
  }
  return { stored, upTo, after: leaving ? lastOver(leaving.years, today) : null }
}
