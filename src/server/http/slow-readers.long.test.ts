import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leastRates } from '#server/http/security/least-rate.ts'
import { documentsOf, ownDocumentation, pdf, upload } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { storedFilesOpen } from '#test/support/stored-files.ts'

/* Slow readers. Sockets use the machine's clock, so the limit is shortened. */

const STALL_MS = 1500
const LEAST = 5_000_000
/** More than the system buffers for a connection on both sides. */
const BYTES = 20_000_000
const BYTES_A_MS = 8000

let portal: TestPortal
let draft: Caller
let path: string
const sockets: Socket[] = []

beforeAll(async () => {
  portal = await startTestPortal({ rates: { ...leastRates, leaving: { bytes: LEAST, withinMs: STALL_MS } } })
  draft = await portal.signIn('borrador@almotacen.example')
  const { id } = await ownDocumentation(draft)
  const name = Object.keys(await documentsOf(draft, id))[0]!
  const { body } = await upload(draft, id, name, { name: 'largo.pdf', content: pdf('largo').content.padEnd(BYTES) })
  path = `/api/v1/documents/${(body as { id: string }).id}/content`
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => portal.stop())

function open(): Socket {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}
const get = (at: string) =>
  `GET ${at} HTTP/1.1\r\nhost: portal.example\r\nauthorization: ${draft.token}\r\nx-requested-with: x\r\n\r\n`

/** The number of connections to the server, without those of this test's callers. */
const connections = () =>
  new Promise<number>((resolve, reject) =>
    (portal.fastify.server as Server).getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('cuts only a connection that stops taking its file', async () => {
  const idle = open()
  idle.write(get('/health/live'))
  await new Promise(resolve => idle.once('data', resolve))
  const before = await connections()
  const socket = open()
  socket.write(get(path))
  await new Promise(resolve => socket.once('data', resolve))
  socket.pause()
  expect(await connections()).toBe(before + 1)
  if (process.platform === 'linux') expect(await storedFilesOpen(portal.app)).toBe(1)
  const start = performance.now()
  await expect.poll(connections, { timeout: 10 * STALL_MS }).toBe(before)
  expect(performance.now() - start).toBeGreaterThan(STALL_MS / 2)
  await expect.poll(() => storedFilesOpen(portal.app)).toBe(0)
  // The server owes this connection nothing.
  idle.write(get('/health/live'))
  const answer = await new Promise<Buffer>(resolve => idle.once('data', resolve))
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
})

/** Reads a response at a rate in bytes per millisecond, to the end of the file or of the connection. @returns bytes */
async function take(bytesAMs: number): Promise<number> {
  const socket = open()
  socket.write(get(path))
  let bytes = 0
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length
    if (bytes >= BYTES) break
    await pause((chunk as Buffer).length / bytesAMs)
  }
  return bytes
}

test('a slow but steady reader gets the whole file', async () => {
  const start = performance.now()
  expect(await take(BYTES_A_MS)).toBeGreaterThanOrEqual(BYTES)
  expect(performance.now() - start).toBeGreaterThan(STALL_MS)
})

test('cuts a reader that takes a little now and then to hold the connection', async () => {
  const accepted = once(portal.fastify.server, 'connection') as Promise<[Socket]>
  const taking = take(1500).catch(() => 0)
  const [held] = await accepted
  await once(held, 'close')
  for (const socket of sockets) socket.destroy()
  expect(await taking).toBeLessThan(BYTES)
})
