import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream'
import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import type { ZipEntry } from '#server/platform/files/zip.ts'
import { DEFLATED, LOCAL_BYTES, TAIL_BYTES, zipContentAt, zipEnd, zipEntries } from '#server/platform/files/zip.ts'
import { CutFile } from '#server/supervision/register/gleif/rows.ts'

/** Sizes and places of a ZIP that do not fit in 32 bits. */
const ZIP64 = 0xffffffff
const LF = 0x0a
/** The size of the buffers of a reading, in bytes. */
const PIECE = 256 * 1024

/** A file as it was packed, with the name that GLEIF gave it. */
export type Unpacked = { name: string; content: AsyncIterable<Buffer> }

/**
 * Opens a CSV, or a ZIP or GZIP with one, to be read as it streams.
 * @throws CutFile, also while the content is read, when a packed file is cut or damaged
 */
export async function unpack(path: string): Promise<Unpacked> {
  const file = await open(path)
  try {
    const start = await bytesAt(file, 0, LOCAL_BYTES)
    if (start.toString('latin1', 0, 2) === 'PK') return await zipped(file)
    const name = basename(path)
    const source = file.createReadStream({ start: 0, highWaterMark: PIECE })
    const isGzip = start[0] === 0x1f && start[1] === 0x8b
    return { name, content: isGzip ? whole(pipeline(source, createGunzip({ chunkSize: PIECE }), () => {})) : source }
  } catch (error) {
    await file.close()
    throw error
  }
}

type File = Awaited<ReturnType<typeof open>>

async function bytesAt(file: File, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function zipped(file: File): Promise<Unpacked> {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, TAIL_BYTES)
  const end = zipEnd(await bytesAt(file, size - tailBytes, tailBytes))
  if (!end) throw new CutFile('the ZIP has no end')
  const entries = end.at === ZIP64 ? null : zipEntries(await bytesAt(file, end.at, end.length), end.count)
  const [entry, ...more] = entries ?? []
  if (!entry || more.length > 0 || entry.encrypted || entry.method !== DEFLATED || entry.at === ZIP64) {
    throw new CutFile('the ZIP does not hold one packed file; unpack it first')
  }
  const start = zipContentAt(await bytesAt(file, entry.at, LOCAL_BYTES), entry)
  if (start === null) throw new CutFile('the ZIP is damaged')
  const until = entry.packed === ZIP64 ? end.at : start + entry.packed
  const source = file.createReadStream({ start, end: until - 1, highWaterMark: PIECE })
  const content = pipeline(source, createInflateRaw({ chunkSize: PIECE }), () => {})
  return { name: basename(entry.name), content: whole(content, entry) }
}

/** The content of a packed file, which is whole when this ends: its last row may lack the line break. */
async function* whole(content: AsyncIterable<Buffer>, entry?: ZipEntry): AsyncGenerator<Buffer> {
  let sum = 0
  let last: number | undefined
  try {
    for await (const chunk of content) {
      if (entry) sum = crc32(chunk, sum)
      last = chunk.at(-1)
      yield chunk
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code?.startsWith('Z_') ? new CutFile((error as Error).message, { cause: error }) : error
  }
  if (entry && sum !== entry.crc) throw new CutFile('its sum is not the one that the ZIP gives')
  if (last !== LF) yield Buffer.from([LF])
}
