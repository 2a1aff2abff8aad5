import { createReadStream } from 'node:fs'
import { link, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Part } from '#server/platform/backup/manifest.ts'
import type { Measured } from '#server/platform/files/meter.ts'
import { meter } from '#server/platform/files/meter.ts'
import type { FilePlace, StoredName } from '#server/platform/files/store.ts'

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

/** Copies a stored file. @returns false, and leaves nothing, when it is missing or does not match its hash */
export async function copyStored(from: FilePlace, to: FilePlace, file: StoredName): Promise<boolean> {
  const content = await from.read(file.sha256)
  return content !== null && to.add(file, content)
}

/**
 * Links a stored file from an earlier back-up, which costs no room, if it is whole there.
 * @returns false when it is not, or when the disk links no files
 */
export async function linkStored(earlier: string, to: string, { sha256, size }: StoredName): Promise<boolean> {
  const name = join('files', sha256.slice(0, 2), sha256)
  const found = await measure(join(earlier, name)).catch(() => null)
  if (found?.sha256 !== sha256 || found.bytes !== size) return false
  await mkdir(dirname(join(to, name)), { recursive: true, mode: 0o700 })
  return link(join(earlier, name), join(to, name)).then(
    () => true,
    () => false,
  )
}

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
