import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPicture } from '#server/platform/files/inspection/pictures.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-pictures-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function png(width: number, height: number, chunk = 'IHDR'): Buffer {
  const head = Buffer.alloc(33)
  head.write('\x89PNG\r\n\x1a\n', 'latin1')
  head.write(chunk, 12, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

function jpeg(width: number, height: number, marker = 0xc0): Buffer {
  const frame = Buffer.from([0xff, 0xd8, 0xff, marker, 0, 17, 8, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0])
  frame.writeUInt16BE(height, 7)
  frame.writeUInt16BE(width, 9)
  return frame
}

/** With the fill bytes that may precede a marker. */
const filled = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xff]), bytes.subarray(2)])

async function refusalOf(bytes: Buffer, type: string): Promise<string | null> {
  const path = join(folder, 'picture')
  await writeFile(path, bytes)
  const file = await open(path)
  try {
    await checkPicture(file, type)
    return null
  } catch (error) {
    return (error as { reason: string }).reason
  } finally {
    await file.close()
  }
}

const cases: [what: string, bytes: Buffer, type: string, refusal: string | null][] = [
  ['a PNG', png(640, 480), 'image/png', null],
  ['a JPEG', jpeg(640, 480), 'image/jpeg', null],
  ['a JPEG that comes in steps', jpeg(640, 480, 0xc2), 'image/jpeg', null],
  ['a JPEG with filling before its frame', filled(jpeg(640, 480)), 'image/jpeg', null],
  ['a JPEG with filling and no height', filled(jpeg(640, 0)), 'image/jpeg', 'fileType'],
  ['a PNG of no width', png(0, 480), 'image/png', 'fileType'],
  ['a PNG of no height', png(640, 0), 'image/png', 'fileType'],
  ['a JPEG of no width', jpeg(0, 480), 'image/jpeg', 'fileType'],
  ['a JPEG of no height', jpeg(640, 0), 'image/jpeg', 'fileType'],
  ['a PNG that begins with something else', png(640, 480, 'IDAT'), 'image/png', 'fileType'],
  ['a PNG that breaks off', png(640, 480).subarray(0, 20), 'image/png', 'fileType'],
  ['a JPEG of tables alone', jpeg(640, 480, 0xc4), 'image/jpeg', 'fileType'],
  ['a PNG of more points than any page', png(15_000, 10_001), 'image/png', 'imageTooLarge'],
  ['a PNG of as many points as a page may have', png(15_000, 10_000), 'image/png', null],
]

test.each(cases)('S9: %s', async (_what, bytes, type, refusal) => {
  expect(await refusalOf(bytes, type)).toBe(refusal)
})
