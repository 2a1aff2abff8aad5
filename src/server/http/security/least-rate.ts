import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'

/** So many bytes at least must pass, again and again, within so many milliseconds each time. */
export type LeastRate = { bytes: number; withinMs: number }
export type LeastRates = { arriving: LeastRate; leaving: LeastRate }

/**
 * Slow lines are slower than the one who means it, so no whole request has a time of its own: a file of any size gets
 * through at 10 kB a second. What leaves is counted as the system takes it, in bursts, and so over a longer time.
 */
export const leastRates: LeastRates = {
  arriving: { bytes: 300_000, withinMs: 30_000 },
  leaving: { bytes: 120_000, withinMs: 120_000 },
}
const LOOKS = 10

/** What had passed when the present stretch began. */
type Stretch = { bytes: number; since: number }
type Exchange = { request: IncomingMessage; response: ServerResponse }
type Watched = { exchange: Exchange | null; arriving: Stretch; leaving: Stretch }

/**
 * Cuts whoever sends a request or takes an answer too slowly: a connection, and what is read or kept for it, would be held
 * for ever. Nobody is cut while the portal itself is what the other end waits for.
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
    // Its connection may be gone by the time a request is heard.
    if (!known) return
    const arriving = { bytes: socket.bytesRead, since: performance.now() }
    watched.set(socket, { ...known, exchange: { request, response }, arriving })
  })
  const timer = setInterval(() => {
    for (const [socket, each] of watched) {
      if (isTooSlow(each.arriving, socket.bytesRead, isAwaited(each.exchange), arriving)) {
        // As Node says it of headers that are slow: the server has one answer to both.
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

/** Whether the portal waits for the rest of a request: what has come and is not read yet keeps it at the other end. */
const isAwaited = (exchange: Exchange | null) =>
  exchange !== null && !exchange.request.complete && exchange.request.readableLength === 0

function isTooSlow(stretch: Stretch, bytes: number, awaited: boolean, least: LeastRate): boolean {
  const now = performance.now()
  if (awaited && bytes - stretch.bytes < least.bytes) return now - stretch.since >= least.withinMs
  Object.assign(stretch, { bytes, since: now })
  return false
}
