import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveFile } from '#server/platform/files/local/receive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-receive-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts and then breaks off, with or without an error. */
function cut(error?: Error): Readable {
  const stream = new Readable({
    read() {
      this.push('%PDF-1.4')
      setImmediate(() => this.destroy(error))
    },
  })
  return stream
}

const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
test.each([
  ['without a word', undefined],
  ['with a connection that is reset', reset],
])('R5: an upload that breaks off %s is reported as cut and leaves nothing', async (_how, error) => {
  const received = receiveFile(folder, cut(error), { maxBytes: 1_000_000, flush: false }, () => 'kept')
  await expect(received).rejects.toMatchObject({ reason: 'uploadCut' })
  expect(await readdir(folder)).toEqual([])
})
