import type { TrustPromise } from '#assurance/trust/promise.ts'
import { random } from '#assurance/trust/random.ts'
import { differences, live, moreReaders } from '#test/support/two-worlds.ts'

/** One trial: the same year in two portals. In one of them a bank writes down what the seed chooses. */
export const twoWorlds: TrustPromise = {
  id: 'S14',
  text: 'What a bank uses, requires, accepts, registers and signs changes nothing that anyone else can read.',
  trials: 10,
  tx: 'pairs of portals',
  run: async ({ trials, seed, log }) => {
    const failures: string[] = []
    const plain = await live(false, { more: moreReaders })
    for (let trial = 0; trial < trials; trial++) {
      const next = random(seed + trial)
      const chance = () => next(2) === 0
      const found = differences(plain, await live(true, { chance, more: moreReaders }))
      failures.push(...found.map(each => `--seed ${seed + trial} --trials S14=1: ${each}`))
      log(`${trial + 1} pairs, ${failures.length} differences`)
    }
    return { trials, failures, note: `${plain.seen.size} answers compared each` }
  },
}
