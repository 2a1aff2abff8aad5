import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Part } from '#server/platform/backup/manifest.ts'

type Measured = { bytes: number; sha256: string }

/** Passes bytes through, counted and hashed. */
export function meter(): { stream: Transform; result(): Measured } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Writes a stream to a new file, durable when it returns. */
export async function writePart(
  folder: string,
  path: string,
  source: Readable,
  ...through: Transform[]
): Promise<Part> {
  const whole = join(folder, path)
  await mkdir(dirname(whole), { recursive: true, mode: 0o700 })
  const { stream, result } = meter()
  const file = await open(whole, 'wx', 0o600)
  await pipeline([source, ...through, stream, file.createWriteStream({ flush: true })])
  return { path, ...result() }
}

/** Size and hash of a file; null when it does not exist. */
export async function measure(path: string): Promise<Measured | null> {
  const { stream, result } = meter()
  try {
    await pipeline(createReadStream(path), stream.resume())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return result()
}

/**
 * Copies a stored file from one folder to another, both by hash, through a temporary name.
 * @returns false, and leaves nothing, when the file is missing or does not match its hash.
 */
export async function copyStored(from: string, to: string, { sha256, size }: StoredName): Promise<boolean> {
  const place = join(to, sha256.slice(0, 2))
  await mkdir(place, { recursive: true, mode: 0o700 })
  const target = join(place, sha256)
  const passing = `${target}.new`
  await unlink(passing).catch(() => {})
  const { stream, result } = meter()
  const file = await open(passing, 'wx', 0o600)
  try {
    await pipeline(
      createReadStream(join(from, sha256.slice(0, 2), sha256)),
      stream,
      file.createWriteStream({ flush: true }),
    )
    const copied = result()
    if (copied.sha256 === sha256 && copied.bytes === size) {
      await rename(passing, target)
      return true
    }
  } catch (error) {
    if (!['ENOENT', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  await unlink(passing).catch(() => {})
  return false
}

export type StoredName = { sha256: string; size: number }

export function listText(files: readonly StoredName[]): string {
  return files.map(({ sha256, size }) => `${sha256} ${size}\n`).join('')
}

/** @returns null when a line is invalid. */
export function parseList(text: string): StoredName[] | null {
  const lines = text.split('\n').filter(Boolean)
  if (!lines.every(line => /^[0-9a-f]{64} \d{1,15}$/.test(line))) return null
  return lines.map(line => ({ sha256: line.slice(0, 64), size: Number(line.slice(65)) }))
}

/** Makes the names in folders durable. */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  for (const path of folders) {
    const folder = await open(path, 'r')
    await folder.sync()
    await folder.close()
  }
}
