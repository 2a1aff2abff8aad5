import { expect, test } from 'vitest'
import { hostileCalls } from '#assurance/trust/fuzz.ts'
import { killLoop } from '#assurance/trust/kill.ts'
import type { Detour } from '#assurance/trust/mail-day.ts'
import { mailDay, mailDaysBy } from '#assurance/trust/mail-day.ts'
import { concurrencyOf } from '#assurance/trust/nemesis.ts'
import { promises } from '#assurance/trust/promises.ts'
import { startRace } from '#assurance/trust/start-race.ts'

test('every promise has an id of its own', () => {
  const ids = promises.map(promise => promise.id)
  expect(ids).toEqual([...new Set(ids)])
})

test('R11: servers that start at once on an empty database all come up', async () => {
  expect(await startRace.run({ trials: 1, seed: 1, log: () => {} })).toEqual({ trials: 1, failures: [] })
}, 60_000)

test('R2: acknowledged writes survive kills at random moments', async () => {
  const { failures, note } = await killLoop.run({ trials: 2, seed: 2, log: () => {} })
  expect({ failures, note }).toMatchObject({ failures: [] })
}, 240_000)

test('R6: queued mail arrives under any faults of the mail server', async () => {
  const { failures, note } = await mailDay.run({ trials: 1, seed: 1, log: () => {} })
  expect({ failures, note }).toMatchObject({ failures: [] })
}, 120_000)

test('R6: a mail that only its courier says was sent, and one that it sends twice, are found', async () => {
  const chosen: string[] = []
  const lying: Detour = transport => ({
    ...transport,
    send: async letter => {
      if (chosen.length < 2 && !chosen.includes(letter.messageId)) chosen.push(letter.messageId)
      if (letter.messageId === chosen[0]) return
      await transport.send(letter)
      if (letter.messageId === chosen[1]) await transport.send(letter)
    },
  })
  const { failures } = await mailDaysBy(lying).run({ trials: 1, seed: 1, log: () => {} })
  // Marking it as sent also ends a hanging delivery, which is reported too.
  const named = failures.filter(failure => failure.includes('<'))
  expect(named).toHaveLength(2)
  expect(named).toContainEqual(expect.stringMatching(`^seed 1: ${chosen[0]} to \\S+ never arrived$`))
  expect(named).toContainEqual(expect.stringMatching(`^seed 1: ${chosen[1]} to \\S+ arrived \\d times`))
}, 120_000)

test('S4: strange calls get no 5xx, and no answer tells how the portal is made', async () => {
  expect(await hostileCalls.run({ trials: 1, seed: 7, log: () => {} })).toMatchObject({ failures: [] })
}, 120_000)

test('R10: concurrent calls on two servers have a serial order', async () => {
  const { failures, note } = await concurrencyOf(3).run({ trials: 1, seed: 1, log: () => {} })
  expect({ failures, note }).toMatchObject({ failures: [] })
}, 120_000)
