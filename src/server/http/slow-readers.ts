import type { Server, Socket } from 'node:net'

/** How long whoever is sent an answer may take nothing of it; a network that is merely slow takes something meanwhile. */
export const STALL_MS = 120_000
const LOOKS = 10

type Taken = { bytes: number; since: number }

/**
 * Cuts whoever takes nothing more of an answer that waits for it: its connection, and the file that is read for it, would
 * be held for ever. An answer that is still being made holds up nobody, however long that takes.
 */
export function cutSlowReaders(server: Server, { secure, stallMs }: { secure: boolean; stallMs: number }): void {
  const taken = new Map<Socket, Taken>()
  server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    taken.set(socket, { bytes: 0, since: performance.now() })
    socket.once('close', () => taken.delete(socket))
  })
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, { bytes, since }] of taken) {
      const sent = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || sent > bytes) taken.set(socket, { bytes: sent, since: now })
      else if (now - since >= stallMs) socket.destroy()
    }
  }, stallMs / LOOKS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
