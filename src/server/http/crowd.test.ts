import { expect, test } from 'vitest'
import { readMe } from '#domain/identity/session/contract.ts'
import { startTestPortal } from '#test/support/portal.ts'

test('R3: when more wait than can be served soon, who comes next is told at once to come back', async () => {
  const portal = await startTestPortal({ seed: 'centre' })
  const cci = await portal.signIn('cci@almotacen.example')
  const { pool } = portal.app
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  let answered = 0
  const calls = Array.from({ length: 150 }, () => cci.call(readMe).finally(() => answered++))
  await expect.poll(() => answered, { timeout: 1500 }).toBeGreaterThan(0)
  for (const client of held) client.release()
  const answers = await Promise.all(calls)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers, problem } of refused) {
    expect([problem.code, headers.get('retry-after')]).toEqual(['unavailable', '2'])
  }
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100)
  expect(answers.length).toBe(150)
  await portal.stop()
})
