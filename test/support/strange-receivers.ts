import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:net'

/** How often a receiver that never ends says something more, in milliseconds. */
const EVERY_MS = 20

type Behaviour = (socket: Socket) => void

/** Says something at once, after the first bytes of the caller, or again and again after them. */
const atOnce = (text: string | Buffer) => (socket: Socket) => void socket.write(text)
const then =
  (act: (socket: Socket) => unknown): Behaviour =>
  socket =>
    void socket.once('data', () => act(socket))
const answers = (text: string | Buffer) => then(socket => socket.write(text))
const goesOn = (first: string, more: string) =>
  then(socket => {
    socket.write(first)
    const timer = setInterval(() => socket.write(more), EVERY_MS)
    socket.once('close', () => clearInterval(timer))
  })

const OK = 'HTTP/1.1 200 OK\r\n'

/** Receivers that keep no rule of any protocol: what each does with a connection. */
export const strangeReceivers = {
  'says nothing': () => {},
  'closes at once': socket => void socket.end(),
  'resets at once': socket => void socket.resetAndDestroy(),
  'closes after the request': then(socket => socket.end()),
  'resets after the request': then(socket => socket.resetAndDestroy()),
  'answers half a header': answers(`${OK}Content-Len`),
  'drips a header': goesOn(`${OK}X-Slow: `, 'a'),
  'sends headers without an end': goesOn(OK, 'X-More: yes\r\n'),
  'switches protocols': answers(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ),
  'switches protocols to none': answers('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'informs without an end': goesOn('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  'answers without an end': goesOn(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'),
  'drips its content': goesOn(`${OK}Content-Length: 1000000\r\n\r\n`, 'a'),
  'sends less than it promises': then(socket => socket.end(`${OK}Content-Length: 1000\r\n\r\nabc`)),
  'sends more than it promises': answers(`${OK}Content-Length: 1\r\n\r\nabc`),
  'promises two lengths': answers(`${OK}Content-Length: 1\r\nContent-Length: 9\r\n\r\nabc`),
  redirects: answers('HTTP/1.1 307 Temporary Redirect\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
  'speaks no protocol': atOnce(Buffer.from('\0\u0007\u00ff\u0001 nada\r\n\r\n', 'latin1')),
  'refuses the handshake': atOnce(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])),
  'greets and falls silent': atOnce('220 aquí\r\n'),
  'greets and goes on': socket => {
    socket.write('220 aquí\r\n')
    goesOn('', '250-espere\r\n')(socket)
  },
} satisfies Record<string, Behaviour>

export type StrangeName = keyof typeof strangeReceivers
export const strangeNames = Object.keys(strangeReceivers) as StrangeName[]

/** A receiver on this machine that behaves so with every connection. */
export async function strangeReceiver(name: StrangeName): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    strangeReceivers[name](socket)
    // What the caller says is read, as it is by a receiver that keeps the rules.
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
