import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

/** At least `bytes` must pass in every `withinMs` milliseconds. */
export type LeastRate = { bytes: number; withinMs: number }
export type LeastRates = { arriving: LeastRate; leaving: LeastRate }

/**
 * No request has a total time limit, because honest lines can be slow: a file of any size gets through at 10 kB a
 * second. The system accepts responses in bursts, so they are measured over a longer period.
 */
export const leastRates: LeastRates = {
  arriving: { bytes: 300_000, withinMs: 30_000 },
  leaving: { bytes: 120_000, withinMs: 120_000 },
}
const LOOKS = 10

/** The byte count at the start of the current period. */
type Stretch = { bytes: number; since: number }
type Exchange = { request: IncomingMessage; response: ServerResponse }
type Watched = { exchange: Exchange | null; arriving: Stretch; leaving: Stretch }

/**
 * Closes the connection of a client that sends a request or reads a response too slowly; it would hold the connection
 * and its buffers for ever. A client that waits for the portal itself is never cut.
 */
export function demandLeastRates(
  server: Server,
  { arriving, leaving, secure }: LeastRates & { secure: boolean },
): void {
  const watched = new Map<Socket, Watched>()
  server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    const since = performance.now()
    watched.set(socket, { exchange: null, arriving: { bytes: 0, since }, leaving: { bytes: 0, since } })
    socket.once('close', () => watched.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const known = watched.get(socket)
    // The connection may be gone when its request is handled.
    if (!known) return
    const arriving = { bytes: socket.bytesRead, since: performance.now() }
    watched.set(socket, { ...known, exchange: { request, response }, arriving })
  })
  const timer = setInterval(() => {
    for (const [socket, each] of watched) {
      if (isTooSlow(each.arriving, socket.bytesRead, isAwaited(each.exchange), arriving)) {
        // The same code as Node's for slow headers: the server has one response to both.
        const error = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
        if (each.exchange?.response.headersSent) socket.destroy()
        else server.emit('clientError', error, socket)
      }
      const left = socket.bytesWritten - socket.writableLength
      if (isTooSlow(each.leaving, left, socket.writableLength > 0, leaving)) socket.destroy()
    }
  }, Math.min(arriving.withinMs, leaving.withinMs) / LOOKS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Whether the portal waits for the rest of a request. Unread data in its buffer holds the sender back. */
const isAwaited = (exchange: Exchange | null) =>
  exchange !== null && !exchange.request.complete && exchange.request.readableLength === 0

function isTooSlow(stretch: Stretch, bytes: number, awaited: boolean, least: LeastRate): boolean {
  const now = performance.now()
  if (awaited && bytes - stretch.bytes < least.bytes) return now - stretch.since >= least.withinMs
  Object.assign(stretch, { bytes, since: now })
  return false
}
