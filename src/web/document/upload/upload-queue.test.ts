import { expect, test, vi } from 'vitest'
import { hasTrouble, isSending, type Send, UploadQueue } from '#web/document/upload/upload-queue.ts'

type Journey = {
  document: string
  signal: AbortSignal
  onProgress: (sent: number) => void
  arrive: () => void
  fail: (why: string) => void
}

function setUp() {
  const journeys: Journey[] = []
  const send: Send = (document, _file, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      journeys.push({ document, signal, onProgress, arrive: () => resolve(null), fail: why => reject(new Error(why)) })
    })
  const arrived: string[] = []
  const queue = new UploadQueue(
    send,
    document => arrived.push(document),
    error => (error as Error).message,
  )
  const states = () => Object.fromEntries([...queue.snapshot()].map(([document, upload]) => [document, upload.state]))
  return { queue, journeys, arrived, states }
}
const file = (size = 10) => new File([new Uint8Array(size)], 'a.pdf')
const settled = () => new Promise(resolve => setTimeout(resolve))

test('two files travel at once, the next one starts when one has arrived', async () => {
  const { queue, journeys, arrived, states } = setUp()
  for (const document of ['a', 'b', 'c']) queue.add(document, file())
  expect(states()).toEqual({ a: 'uploading', b: 'uploading', c: 'waiting' })
  journeys[0]!.arrive()
  await settled()
  expect(states()).toEqual({ b: 'uploading', c: 'uploading' })
  expect(arrived).toEqual(['a'])
})

test('ERR-26: a failure stays with its file until it is sent again or dismissed', async () => {
  const { queue, journeys, arrived, states } = setUp()
  queue.add('a', file())
  journeys[0]!.fail('cortado')
  await settled()
  expect(queue.snapshot().get('a')).toMatchObject({ state: 'failed', error: 'cortado' })
  expect([hasTrouble(queue.snapshot()), isSending(queue.snapshot())]).toEqual([true, false])
  queue.retry('a')
  expect(states()).toEqual({ a: 'uploading' })
  journeys[1]!.arrive()
  await settled()
  expect(arrived).toEqual(['a'])
  expect(hasTrouble(queue.snapshot())).toBe(false)
})

test('a cancelled file is stopped and leaves no failure behind, and frees its place', async () => {
  const { queue, journeys, states } = setUp()
  for (const document of ['a', 'b', 'c']) queue.add(document, file())
  queue.drop('a')
  journeys[0]!.fail('abortado')
  await settled()
  expect(journeys[0]!.signal.aborted).toBe(true)
  expect(states()).toEqual({ b: 'uploading', c: 'uploading' })
})

test('another file for the same document replaces the first, which reports nothing more', async () => {
  const { queue, journeys, arrived } = setUp()
  queue.add('a', file())
  queue.add('a', file(20))
  journeys[0]!.onProgress(10)
  journeys[0]!.arrive()
  await settled()
  expect(arrived).toEqual([])
  journeys[1]!.onProgress(500)
  expect(queue.snapshot().get('a')?.sent).toBe(20)
})

test('closing stops everything and calls no listener', async () => {
  const { queue, journeys, arrived } = setUp()
  const told = vi.fn()
  queue.add('a', file())
  queue.subscribe(told)
  queue.close()
  journeys[0]!.arrive()
  await settled()
  expect([arrived, told.mock.calls, journeys[0]!.signal.aborted]).toEqual([[], [], true])
})
