import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkArchive } from '#server/platform/files/inspection/archives.ts'
import { inspectFile } from '#server/platform/files/inspection/inspect.ts'
import { archive } from '#test/support/archives.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-archives-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const plain = archive([{ name: 'informe.txt', content: 'hola' }])
const two = archive([
  { name: 'informe.txt', content: 'hola' },
  { name: '../fuera.txt', content: 'hola' },
])
const END_BYTES = 22
/** With other counts in its end record: the entries on this disk, and all entries. */
function counting(here: number, all: number, of = plain): Buffer {
  const bytes = Buffer.from(of)
  bytes.writeUInt16LE(here, bytes.length - END_BYTES + 8)
  bytes.writeUInt16LE(all, bytes.length - END_BYTES + 10)
  return bytes
}
function commented(text: string): Buffer {
  const bytes = Buffer.concat([plain, Buffer.from(text)])
  bytes.writeUInt16LE(text.length, plain.length - 2)
  return bytes
}

test.each([
  ['a plain archive', plain, null],
  ['one with a comment behind its end', commented('hecho a mano'), null],
  ['one whose entries are counted elsewhere (ZIP64)', counting(0xffff, 0xffff), 'archiveHarmful'],
  ['one with entries on another disk', counting(1, 2), 'archiveHarmful'],
  ['one that hides an entry by counting it on this disk alone', counting(2, 1, two), 'archiveHarmful'],
  ['one without an end', plain.subarray(0, plain.length - END_BYTES), 'archiveHarmful'],
])('S9: %s', async (_what, bytes, reason) => {
  const path = join(folder, 'a.zip')
  await writeFile(path, bytes)
  const file = await open(path)
  const refusal = await checkArchive(file, bytes.length).then(
    () => null,
    (error: { reason: string }) => error.reason,
  )
  await file.close()
  expect(refusal).toBe(reason)
})

test('an unreadable file is not reported as a wrong type', async () => {
  await expect(inspectFile('/dev/null/a.pdf', 'a.pdf')).rejects.toMatchObject({ code: 'ENOTDIR' })
})
