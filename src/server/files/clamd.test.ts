import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { clamdScanner } from '#server/files/clamd.ts'

const MB = 1024 * 1024
let server: Server
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** A scanner at a peer that does this with whoever calls it. */
async function scannerAt(peer: (socket: Socket) => void) {
  server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    peer(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return clamdScanner({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
}

/** Of so many megabytes, and how many of them were asked for. */
function megabytes(count: number) {
  let given = 0
  const content = Readable.from(
    (async function* () {
      while (given < count) {
        given++
        yield Buffer.alloc(MB)
        // The peer's word has its turn.
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

test('a file that is refused while it is read is refused for what it is', async () => {
  const scanner = await scannerAt(socket => void socket.resume())
  const damaged = new Readable({ read() {} })
  damaged.push(Buffer.alloc(10))
  setImmediate(() => damaged.destroy(new Refusal('fileDamaged')))
  await expect(scanner.scan(damaged)).rejects.toMatchObject({ reason: 'fileDamaged' })
})
