/** Integers from 0 to below `limit`, deterministic per seed (mulberry32). */
export function random(seed: number): (limit: number) => number {
  let state = seed >>> 0
  return limit => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
