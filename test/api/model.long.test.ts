import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ground } from '#test/support/model/ground.ts'
import { breakGround } from '#test/support/model/ground.ts'
import type { Tally } from '#test/support/model/run.ts'
import { actionNames, runModel, stepsOf } from '#test/support/model/run.ts'

/*
 * Random users take random steps, through HTTP on PostgreSQL, next to a model that knows only the tables of
 * src/domain/states and the access rules. To replay a failure: MODEL_SEED and MODEL_PATH as printed; MODEL_RUNS for
 * more.
 */
const seed = Number(process.env.MODEL_SEED ?? 20261121)
const numRuns = Number(process.env.MODEL_RUNS ?? 6)
const path = process.env.MODEL_PATH

let ground: Ground
beforeAll(async () => {
  ground = await breakGround()
})
afterAll(() => ground.remove())

const timeout = 3_600_000

test('D5 D8 D14: under any calls the rows follow the state tables', { timeout }, async () => {
  console.log(`MODEL_SEED=${seed} MODEL_RUNS=${numRuns}`)
  const tally: Tally = {}
  await fc.assert(
    fc.asyncProperty(stepsOf(40), steps =>
      ground.stand((portal, signedIn) => runModel(portal, signedIn, steps, tally)),
    ),
    {
      seed,
      numRuns,
      interruptAfterTimeLimit: timeout,
      endOnFailure: !process.env.MODEL_SHRINK,
      ...(path ? { path } : {}),
    },
  )
  if (process.env.MODEL_TALLY) console.table(tally)
  if (path || process.env.MODEL_RUNS) return
  // Runs without a success or without a refusal would show nothing.
  const seen = (kind: 'allowed' | 'refused') => actionNames.filter(name => tally[name]?.[kind]).length
  expect(seen('allowed')).toBeGreaterThan(0.8 * actionNames.length)
  expect(seen('refused')).toBeGreaterThan(0.6 * actionNames.length)
})
