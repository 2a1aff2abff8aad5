import { readdirSync } from 'node:fs'
import { open, readdir, readlink, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Portal } from '#server/portal.ts'

/** Where a stored file lies. */
export function pathOf(portal: Portal, sha256: string): string {
  return join(portal.settings.dataDir, 'files', sha256.slice(0, 2), sha256)
}

/** Turns one bit of a stored file, as a tired disk does. */
export async function flipBit(portal: Portal, sha256: string, bit: number): Promise<void> {
  const file = await open(pathOf(portal, sha256), 'r+')
  const { size } = await file.stat()
  const at = Math.floor(bit / 8) % size
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte[0]! ^= 1 << (bit % 8)
  await file.write(byte, 0, 1, at)
  await file.close()
}

export function lose(portal: Portal, sha256: string): Promise<void> {
  return unlink(pathOf(portal, sha256))
}

/** Makes a file two hours old, which a moved clock does not: files have the machine's time. */
export async function age(path: string): Promise<void> {
  const then = new Date(Date.now() - 2 * 3_600_000)
  await utimes(path, then, then)
}

/** How many stored files this process reads, where the system tells; otherwise none. */
export async function storedFilesOpen(portal: Portal): Promise<number> {
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(handles.map(handle => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return paths.filter(path => path.startsWith(join(portal.settings.dataDir, 'files'))).length
}

/** The names of all files that a portal has on its disk, in the store or on their way there. */
export const filesOnDisk = ({ settings }: Portal): string[] =>
  readdirSync(join(settings.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .sort()
