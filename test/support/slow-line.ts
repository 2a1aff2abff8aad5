import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** The maximum delay of each call in the browser tests, in milliseconds; mostly far less. */
const LATE_MS = Number(process.env.LATE_MS ?? 0)

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Adds random latency if LATE_MS is set, so that answers overtake each other: this reveals races that a fast line shows
 * only by chance.
 */
export function slowLine(server: Server): void {
  if (LATE_MS === 0) return
  // The first handler is the portal's own; others only observe.
  const [handler] = server.listeners('request') as [Handler]
  server.off('request', handler)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const late = request.url?.startsWith('/api/') ? Math.random() ** 2 * LATE_MS : 0
    setTimeout(() => handler.call(server, request, response), late)
  })
}
