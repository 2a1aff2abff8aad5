import { setFlagsFromString } from 'node:v8'

/** How much garbage may lie beside what is in use before it is collected, in per cent of that. */
const GARBAGE_PERCENT = 25

/**
 * Keeps the portal's memory near what it uses. Left to itself V8 lets the heap grow to twice and more of that whenever a
 * long work, an export of years for instance, makes much garbage at a stretch, and gives little of it back.
 */
export function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`)
}
