import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { DomainError } from '#domain/contract/domain-error.ts'
import { ofDisk } from '#server/platform/files/disk.ts'

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('R4: a full disk reports that it is full, a failing one that it failed', async () => {
  const full = await errorOf(writeFile('/dev/full', 'x'))
  expect(ofDisk(full)).toMatchObject({ reason: 'storageFull' })
  const failed = await errorOf(readFile('/dev/null/nothing'))
  expect(ofDisk(failed)).toMatchObject({ reason: 'storageFailed' })
})

test('a lost caller and errors of other origins are no disk errors', async () => {
  const server = createServer(socket => void socket.once('data', () => socket.resetAndDestroy())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('x')
  const [reset] = await once(socket, 'error')
  server.close()
  expect(reset).toMatchObject({ code: 'ECONNRESET', syscall: 'read' })
  for (const error of [reset, new Error('ours'), new DomainError('fileType')]) expect(ofDisk(error)).toBe(error)
})
