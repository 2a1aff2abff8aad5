import { setFlagsFromString } from 'node:v8'

/** How much garbage the heap may hold before it is collected, in percent of the live data. */
const GARBAGE_PERCENT = 25

/**
 * Keeps memory near the live data. By default V8 lets the heap double or more during a long task that makes much
 * garbage, such as an export of years, and returns little of it.
 */
export function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`)
}
