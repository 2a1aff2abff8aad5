import { expect, test } from 'vitest'
import { Late, within } from '#server/platform/outgoing/deadline.ts'

/* A promise with a limit settles by itself, whatever the other side does. */

const never = () => new Promise<never>(() => {})

test('work that never settles is left at its limit, and its signal says so', async () => {
  let signal: AbortSignal | undefined
  const work = within(10, given => {
    signal = given
    return never()
  })
  await expect(work).rejects.toBeInstanceOf(Late)
  expect(signal!.aborted).toBe(true)
})

test('work that never settles is left when it is stopped, also before it begins', async () => {
  const stopping = new AbortController()
  const work = within(60_000, never, stopping.signal)
  stopping.abort(new Error('stop'))
  await expect(work).rejects.toThrow('stop')
  await expect(within(60_000, never, stopping.signal)).rejects.toThrow('stop')
})

test('passes on a result or error in time, and a late one disturbs nothing', async () => {
  expect(await within(60_000, async () => 1)).toBe(1)
  await expect(within(60_000, () => Promise.reject(new Error('other')))).rejects.toThrow('other')
  const late = Promise.withResolvers<never>()
  await expect(within(10, () => late.promise)).rejects.toBeInstanceOf(Late)
  late.reject(new Error('nobody waits'))
  await new Promise(resolve => setImmediate(resolve))
})
