import { readdirSync } from 'node:fs'
import { open, readdir, readlink, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '#server/kernel/app-context.ts'

/** The path of a stored file. */
export function pathOf(app: AppContext, sha256: string): string {
  return join(app.settings.dataDir, 'files', sha256.slice(0, 2), sha256)
}

/** The uploads under way, or left lying; without the files that a server makes for a moment to check its folders. */
export async function arrivingIn(dataDir: string): Promise<string[]> {
  return (await readdir(join(dataDir, 'files/incoming'))).filter(name => !name.startsWith('probe-'))
}

/** Flips one bit of a stored file, as a failing disk does. */
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

/** Ages a file by two hours: files have the system's time, which the test clock does not move. */
export async function age(path: string): Promise<void> {
  const then = new Date(Date.now() - 2 * 3_600_000)
  await utimes(path, then, then)
}

/** The number of stored files open in this process, if the system tells; otherwise none. */
export async function storedFilesOpen(app: AppContext): Promise<number> {
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(handles.map(handle => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  return paths.filter(path => path.startsWith(join(app.settings.dataDir, 'files'))).length
}

/** The names of all files in a portal's store, including temporary ones. */
export const filesOnDisk = ({ settings }: AppContext): string[] =>
  readdirSync(join(settings.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
    .sort()
