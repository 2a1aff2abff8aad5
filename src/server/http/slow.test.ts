import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownDocumentation } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { hashOfRows } from '#test/support/rows.ts'

/* Requests that come in slowly: sockets know no clock but the machine's, so the limits are made short. */

const HEADERS_MS = 500
const REQUEST_MS = 2500

let portal: TestPortal
let draft: Caller
let validationId: string

beforeAll(async () => {
  const arrival = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: 50 }
  portal = await startTestPortal({ arrival })
  draft = await portal.signIn('borrador@almotacen.example')
  validationId = (await ownDocumentation(draft)).id
})
afterAll(() => portal.stop())

/** Sends one piece after another, with a pause before each, until all are sent or the server has closed. */
async function send(pieces: Iterable<string>, pauseMs: number): Promise<{ answer: string; sent: number }> {
  const socket: Socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.on('error', () => {})
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  let sent = 0
  for (const piece of pieces) {
    if (socket.destroyed || answer !== '') break
    socket.write(piece)
    sent++
    await pause(pauseMs)
  }
  await closed
  return { answer, sent }
}

function* forever(first: string, piece: string): Generator<string> {
  yield first
  for (;;) yield piece
}

const BOUNDARY = 'frontera'
const body = (text: string) =>
  [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="document"\r\n\r\n`,
    JSON.stringify({ validationId, documentCatalogName: 'Escritura de constitución' }),
    `\r\n--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="lento.pdf"\r\n\r\n`,
    `%PDF-1.7\n${text}\r\n--${BOUNDARY}--\r\n`,
  ].join('')
const head = (length: number) =>
  [
    'POST /api/v1/documents HTTP/1.1',
    'host: portal.example',
    `authorization: ${draft.token}`,
    'x-requested-with: XMLHttpRequest',
    `x-csrf-token: ${draft.csrf}`,
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${length}`,
    'connection: close\r\n\r\n',
  ].join('\r\n')
const incoming = () => readdir(join(portal.portal.settings.dataDir, 'files/incoming'))

test('a header that trickles in is cut with 408', async () => {
  const { answer } = await send(forever('GET /api/v1/session HTTP/1.1\r\nhost: portal.example\r\n', 'x-mas: y\r\n'), 40)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that trickles in is cut with 408, and nothing of it is left', async () => {
  const before = await hashOfRows(portal.portal.db)
  const whole = body('x'.repeat(500_000))
  const begun = whole.slice(0, whole.indexOf('%PDF') + 20)
  const { answer, sent } = await send(forever(head(Buffer.byteLength(whole)) + begun, 'x'), 40)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  // It was the body that took so long: its headers had come at once.
  expect(sent).toBeGreaterThan(2)
  await vi.waitFor(async () => expect(await incoming()).toEqual([]), 5000)
  expect(await hashOfRows(portal.portal.db)).toBe(before)
})

test('a body that comes slowly but steadily is taken, longer than headers may take', async () => {
  const whole = body('x'.repeat(400_000))
  const size = Math.ceil(whole.length / 10)
  const pieces = Array.from({ length: 10 }, (_piece, index) => whole.slice(index * size, (index + 1) * size))
  const start = performance.now()
  const { answer } = await send([head(Buffer.byteLength(whole)), ...pieces], 80)
  expect(performance.now() - start).toBeGreaterThan(HEADERS_MS)
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
})
