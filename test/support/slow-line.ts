import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** Up to how many milliseconds late each call reaches the portals of the browser tests; mostly far less. */
const LATE_MS = Number(process.env.LATE_MS ?? 0)

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Puts a slow line before a portal where LATE_MS asks for one, so that answers overtake each other: what a screen does
 * then, or a test does not wait for, is seen by chance only where everything is quick.
 */
export function slowLine(server: Server): void {
  if (LATE_MS === 0) return
  // The first is the portal's own; others only watch.
  const [handler] = server.listeners('request') as [Handler]
  server.off('request', handler)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const late = request.url?.startsWith('/api/') ? Math.random() ** 2 * LATE_MS : 0
    setTimeout(() => handler.call(server, request, response), late)
  })
}
