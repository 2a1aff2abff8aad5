import { expect, test } from 'vitest'
import { hostileCalls } from '#test/trust/fuzz.ts'
import { killLoop } from '#test/trust/kill.ts'
import { concurrencyOf } from '#test/trust/nemesis.ts'
import { promises } from '#test/trust/promises.ts'
import { startRace } from '#test/trust/start-race.ts'

test('every promise has an id of its own', () => {
  const ids = promises.map(promise => promise.id)
  expect(ids).toEqual([...new Set(ids)])
})

test('R11: servers that start at once on an empty database all come up', async () => {
  expect(await startRace.run({ trials: 1, seed: 1, log: () => {} })).toEqual({ trials: 1, failures: [] })
}, 60_000)

test('R2: what was acknowledged survives kills at random moments', async () => {
  const { failures, note } = await killLoop.run({ trials: 2, seed: 2, log: () => {} })
  expect({ failures, note }).toMatchObject({ failures: [] })
}, 240_000)

test('S4: strange calls get no 5xx, and no answer tells how the portal is made', async () => {
  expect(await hostileCalls.run({ trials: 1, seed: 7, log: () => {} })).toMatchObject({ failures: [] })
}, 120_000)

test('R10: what many do at once on two servers could have come one after another', async () => {
  const { failures, note } = await concurrencyOf(3).run({ trials: 1, seed: 1, log: () => {} })
  expect({ failures, note }).toMatchObject({ failures: [] })
}, 120_000)
