import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { leastRates } from '#server/http/security/least-rate.ts'
import { ownDocumentation } from '#test/support/documents.ts'
import { pdfAround } from '#test/support/pdf.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { hashOfRows } from '#test/support/rows.ts'

/* Slow requests. Sockets use the machine's clock, so the limits are shortened. */

const HEADERS_MS = 500
const LEAST = { bytes: 50_000, withinMs: 500 }

let portal: TestPortal
let draft: Caller
let validationId: string

beforeAll(async () => {
  const arrival = { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 50 }
  portal = await startTestPortal({ arrival, rates: { ...leastRates, arriving: LEAST } })
  draft = await portal.signIn('borrador@almotacen.example')
  validationId = (await ownDocumentation(draft)).id
})
afterAll(() => portal.stop())

/** Sends the pieces with a pause before each, until all are sent or the server closes the connection. */
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
    `${pdfAround(text)}\r\n--${BOUNDARY}--\r\n`,
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
const incoming = () => readdir(join(portal.app.settings.dataDir, 'files/incoming'))

test('a header that trickles in is cut with 408', async () => {
  const { answer } = await send(forever('GET /api/v1/session HTTP/1.1\r\nhost: portal.example\r\n', 'x-mas: y\r\n'), 40)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that trickles in is cut with 408, and nothing of it is left', async () => {
  const before = await hashOfRows(portal.app.db)
  const whole = body('x'.repeat(500_000))
  const begun = whole.slice(0, whole.indexOf('%PDF') + 20)
  const { answer, sent } = await send(forever(head(Buffer.byteLength(whole)) + begun, 'x'), 40)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  // The body was slow, not the headers.
  expect(sent).toBeGreaterThan(2)
  await vi.waitFor(async () => expect(await incoming()).toEqual([]), 5000)
  expect(await hashOfRows(portal.app.db)).toBe(before)
})

test('a body that comes slowly but steadily is taken, longer than a stretch of the least rate', async () => {
  const whole = body('x'.repeat(1_000_000))
  const size = Math.ceil(whole.length / 12)
  const pieces = Array.from({ length: 12 }, (_piece, index) => whole.slice(index * size, (index + 1) * size))
  const start = performance.now()
  const { answer } = await send([head(Buffer.byteLength(whole)), ...pieces], 80)
  expect(performance.now() - start).toBeGreaterThan(LEAST.withinMs)
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
})

test('does not cut a caller who waits for the portal, to read or to answer', async () => {
  const whole = body('x'.repeat(1_000_000))
  let sending: Promise<{ answer: string }> | undefined
  let asking: Promise<{ status: number }> | undefined
  await portal.app.db.transaction().execute(async tx => {
    await sql`lock table session`.execute(tx)
    sending = send([head(Buffer.byteLength(whole)) + whole], 0)
    asking = draft.fetch('GET', '/session')
    await pause(3 * LEAST.withinMs)
  })
  expect((await sending!).answer).toMatch(/^HTTP\/1\.1 201 /)
  expect((await asking!).status).toBe(200)
})

test('a caller answered before the end of its body is not answered twice', async () => {
  const begun = head(1_000_000).replace(draft.token, 'nadie') + body('').slice(0, 300)
  const socket: Socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
  })
  socket.write(begun.replace('connection: close', 'connection: keep-alive'))
  await new Promise(resolve => socket.once('close', resolve))
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401'])
})

test('cuts a silent connection without an answer', async () => {
  expect(await send([''], 0)).toEqual({ answer: '', sent: 1 })
})
