import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { DomainError } from '#domain/contract/domain-error.ts'
import { clamdScanner } from '#server/platform/files/clamd.ts'

const MB = 1024 * 1024
let server: Server
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** A scanner connected to a fake clamd that handles each connection with `peer`. */
async function scannerAt(peer: (socket: Socket) => void) {
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    peer(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return clamdScanner({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
}

/** Calls `act` after the empty chunk that ends a file: four zero bytes, which the contents of these tests lack. */
function atTheEnd(socket: Socket, act: () => void): void {
  let last: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    last = Buffer.concat([last, bytes]).subarray(-4)
    if (last.length === 4 && last.readUInt32BE() === 0) act()
  })
}

/** A stream of `count` megabytes, and the number of them read so far. */
function megabytes(count: number) {
  let given = 0
  const content = Readable.from(
    (async function* () {
      while (given < count) {
        given++
        yield Buffer.alloc(MB, 'x')
        // Lets the peer answer.
        await new Promise(resolve => setImmediate(resolve))
      }
    })(),
  )
  return { content, given: () => given }
}

test('a scanner that has had enough is not sent the rest, and its word is the verdict', async () => {
  const scanner = await scannerAt(socket => {
    socket.resume()
    socket.once('data', () => socket.write('INSTREAM size limit exceeded. ERROR\0'))
  })
  const { content, given } = megabytes(500)
  await expect(scanner.scan(content)).rejects.toMatchObject({ reason: 'fileUnscannable' })
  expect(given()).toBeLessThan(500)
  expect(content.destroyed).toBe(true)
})

test('a scanner that breaks off, or talks without an end, gives no verdict', async () => {
  const breaking = await scannerAt(socket => void socket.once('data', () => socket.resetAndDestroy()))
  await expect(breaking.scan(megabytes(50).content)).rejects.toMatchObject({ reason: 'scannerDown' })
  server.close()
  const talking = await scannerAt(socket => {
    socket.resume()
    socket.write('stream: OK '.repeat(2000))
  })
  await expect(talking.scan(megabytes(1).content)).rejects.toMatchObject({ reason: 'scannerDown' })
})

test.each<[what: string, peer: (socket: Socket) => void]>([
  ['before it was sent anything', socket => void socket.resume().write('stream: OK\0')],
  ['after the first bytes', socket => void socket.resume().once('data', () => socket.write('stream: OK\0'))],
  ['and that it is not', socket => void atTheEnd(socket, () => socket.write('stream: OK\0stream: Eicar FOUND\0'))],
  ['in other words', socket => void atTheEnd(socket, () => socket.write('  stream: OK  \0'))],
])('a peer that reports a clean file %s gives no verdict', async (_what, peer) => {
  const scanner = await scannerAt(peer)
  await expect(scanner.scan(megabytes(20).content)).rejects.toMatchObject({ reason: 'scannerDown' })
})

test('a peer that reports a clean file at the end gives a verdict', async () => {
  const scanner = await scannerAt(socket => void atTheEnd(socket, () => socket.write('stream: OK\0')))
  expect(await scanner.scan(megabytes(20).content)).toEqual({ clean: true })
})

test('a file refused while it is read is refused for its own fault', async () => {
  const scanner = await scannerAt(socket => void socket.resume())
  const damaged = new Readable({ read() {} })
  damaged.push(Buffer.alloc(10))
  setImmediate(() => damaged.destroy(new DomainError('fileDamaged')))
  await expect(scanner.scan(damaged)).rejects.toMatchObject({ reason: 'fileDamaged' })
})
