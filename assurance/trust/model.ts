import fc from 'fast-check'
import type { TrustPromise } from '#assurance/trust/promise.ts'
import { breakGround } from '#test/support/model/ground.ts'
import type { Tally } from '#test/support/model/run.ts'
import { runModel, stepsOf } from '#test/support/model/run.ts'

const STEPS = 60

/** One run: random steps of a seed, on a world of their own. Returns the failure, with the data to replay it. */
export const lawfulStates: TrustPromise = {
  id: 'I4',
  text: 'Whatever anybody tries in whatever order, the rows follow the tables of the states, and a refusal changes none.',
  trials: 200,
  tx: 'runs',
  run: async ({ trials, seed, log }) => {
    const ground = await breakGround()
    const failures: string[] = []
    const tally: Tally = {}
    try {
      for (let run = 0; run < trials; run++) {
        const [steps] = fc.sample(stepsOf(STEPS), { seed: seed + run, numRuns: 1 })
        try {
          await ground.stand((portal, signedIn) => runModel(portal, signedIn, steps!, tally))
        } catch (error) {
          failures.push(`--seed ${seed + run} --trials I4=1: ${(error as Error).message}`)
          log(failures.at(-1)!)
        }
        if ((run + 1) % 10 === 0) log(`${run + 1} runs`)
      }
    } finally {
      await ground.remove()
    }
    const sum = (kind: 'allowed' | 'refused') => Object.values(tally).reduce((total, each) => total + each[kind], 0)
    return { trials, failures, note: `${sum('allowed')} moves allowed, ${sum('refused')} refused` }
  },
}
