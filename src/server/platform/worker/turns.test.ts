import { expect, test } from 'vitest'
import { takingTurns } from '#server/platform/worker/turns.ts'

function gate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}

test('work runs so many at a time, in its order, and a failure gives its turn on', async () => {
  const inTurn = takingTurns(2)
  const gates = Array.from({ length: 5 }, gate)
  const begun: number[] = []
  const work = gates.map(({ opened }, n) =>
    inTurn(async () => {
      begun.push(n)
      await opened
      if (n === 1) throw new Error('of no account')
      return n
    }),
  )
  const ended = Promise.allSettled(work)
  expect(begun).toEqual([0, 1])
  gates[1]!.open()
  await expect(work[1]).rejects.toThrow('of no account')
  expect(begun).toEqual([0, 1, 2])
  for (const { open } of gates) open()
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await inTurn(async () => 'again')).toBe('again')
})

test('beyond those that may wait, work is refused and takes no turn', async () => {
  const inTurn = takingTurns(1, 1)
  const { opened, open } = gate()
  const first = inTurn(() => opened)
  const second = inTurn(async () => 'second')
  const third = inTurn(async () => 'third').catch((refusal: { reason: string }) => refusal.reason)
  open()
  await first
  expect(await third).toBe('unavailable')
  expect(await second).toBe('second')
})
