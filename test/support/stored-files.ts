import { readdirSync } from 'node:fs'
import { open, readdir, readlink, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '#server/app-context.ts'

/** Where a stored file lies. */
export function pathOf(app: AppContext, sha256: string): string {
  return join(app.settings.dataDir, 'files', sha256.slice(0, 2), sha256)
}

/** Turns one bit of a stored file, as a tired disk does. */
export async function flipBit(app: AppContext, sha256: string, bit: number): Promise<void> {
  const file = await open(pathOf(app, sha256), 'r+')
  const { size } = await file.stat()
  const at = Math.floor(bit / 8) % size
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte[0]! ^= 1 << (bit % 8)
  await file.write(byte, 0, 1, at)
  await file.close()
}

export function lose(app: AppContext, sha256: string): Promise<void> {
  return unlink(pathOf(app, sha256))
}

/** Makes a file two hours old, which a moved clock does not: files have the machine's time. */
export async function age(path: string): Promise<void> {
  const then = new Date(Date.now() - 2 * 3_600_000)
  await utimes(path, then, then)
}

/** How many stored files this process reads, where the system tells; otherwise none. */
export async function storedFilesOpen(app: AppContext): Promise<number> {
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(handles.map(handle => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return paths.filter(path => path.startsWith(join(app.settings.dataDir, 'files'))).length
}

/** The names of all files that a portal has on its disk, in the store or on their way there. */
export const filesOnDisk = ({ settings }: AppContext): string[] =>
  readdirSync(join(settings.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .sort()
