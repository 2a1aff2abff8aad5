import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '#domain/contract/domain-error.ts'
import { ofDisk } from '#server/platform/files/disk.ts'
import { isBefore, receiveLocally, sweepUploads, TOUCHED_MS } from '#server/platform/files/local/incoming.ts'
import { meter } from '#server/platform/files/meter.ts'
import type { FilePlace, FileState, FileStore, IncomingFile } from '#server/platform/files/store.ts'
import { pieceOf, stateOf, verified } from '#server/platform/files/verified.ts'
import { newNonce } from '#server/platform/secrets/secrets.ts'

/** Flushes a folder's entries to the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Flushes `root` once for each folder in it: the folder's own name has to be on the disk as well. */
function syncOnce(root: string): (folder: string) => Promise<void> {
  const synced = new Set<string>()
  return async folder => {
    if (synced.has(folder)) return
    await syncFolder(root)
    synced.add(folder)
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Stored files in a folder: `<first two>/<sha256>`. */
export function folderPlace(root: string): FilePlace {
  const added = new Set<string>()
  return {
    async read(sha256) {
      const file = await open(join(root, sha256.slice(0, 2), sha256), 'r').catch(error => {
        if (isMissing(error)) return null
        throw error
      })
      return file?.createReadStream() ?? null
    },
    async add({ sha256, size }, content) {
      const folder = join(root, sha256.slice(0, 2))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const passing = join(folder, `${sha256}.new`)
      await unlink(passing).catch(() => {})
      const { stream, result } = meter()
      const file = await open(passing, 'wx', 0o600)
      try {
        await pipeline(content, stream, file.createWriteStream({ flush: true }))
        const read = result()
        if (read.sha256 === sha256 && read.bytes === size) {
          await rename(passing, join(folder, sha256))
          added.add(folder)
          return true
        }
      } catch (error) {
        // On EIO the source has lost the bytes.
        if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error
      }
      await unlink(passing).catch(() => {})
      return false
    },
    async settle() {
      for (const folder of added) await syncFolder(folder)
      await mkdir(root, { recursive: true, mode: 0o700 })
      await syncFolder(root)
      added.clear()
    },
  }
}

/**
 * The store in a folder: `<first two>/<sha256>`, written under `incoming` first (D23). `onDamage` is called for each
 * damaged file that a reader was refused.
 */
export async function folderStore(
  root: string,
  onDamage: (sha256: string) => void = () => {},
  touchedMs = TOUCHED_MS,
): Promise<FileStore> {
  const incoming = join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256)
  const syncName = syncOnce(root)

  async function receive(stream: Readable, name: string, maxBytes: number): Promise<IncomingFile> {
    const { path, ...upload } = await receiveLocally(incoming, stream, { name, maxBytes, touchedMs })
    return { ...upload, keep: () => keep(path, upload.sha256).catch(error => Promise.reject(ofDisk(error))) }
  }

  async function keep(path: string, sha256: string): Promise<void> {
    const folder = join(root, sha256.slice(0, 2))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(path, pathOf(sha256)).catch(async error => {
      // A retried transaction has already moved the file.
      if (!isMissing(error)) throw error
      await stat(pathOf(sha256))
    })
    await syncFolder(folder)
    await syncName(folder)
  }

  async function openVerified(sha256: string, size: number, beforeEnd?: () => Promise<void>): Promise<Readable> {
    const file = await open(pathOf(sha256), 'r').catch(error => {
      if (isMissing(error)) return null
      throw ofDisk(error)
    })
    const damaged = () => {
      onDamage(sha256)
      return new DomainError('fileDamaged')
    }
    if (!file) throw damaged()
    if ((await file.stat()).size !== size) {
      await file.close()
      throw damaged()
    }
    return verified(file.createReadStream({ highWaterMark: pieceOf(size) }), sha256, damaged, beforeEnd)
  }

  async function sweep(isKnown: (sha256: string) => Promise<boolean>, olderThanMs: number): Promise<number> {
    const old = (path: string) => isBefore(path, Date.now() - olderThanMs)
    let removed = await sweepUploads(incoming, Date.now() - olderThanMs)
    const folders = (await readdir(root)).filter(name => /^[0-9a-f]{2}$/.test(name))
    for (const folder of folders) {
      for (const sha256 of await readdir(join(root, folder))) {
        const path = join(root, folder, sha256)
        if ((await old(path)) && !(await isKnown(sha256))) {
          // The same content may be uploaded concurrently, so the age is checked again after the move.
          const aside = join(incoming, newNonce())
          await rename(path, aside)
          if (await old(aside)) {
            await unlink(aside)
            removed++
          } else await rename(aside, path)
        }
      }
    }
    return removed
  }

  async function check(sha256: string, size: number, pace: (bytes: number) => Promise<void>): Promise<FileState> {
    try {
      return await stateOf(createReadStream(pathOf(sha256), { highWaterMark: 256 * 1024 }), { sha256, size }, pace)
    } catch (error) {
      if (isMissing(error)) return 'missing'
      // On EIO the disk has lost the bytes; other errors say nothing about the file.
      if ((error as NodeJS.ErrnoException).code === 'EIO') return 'corrupt'
      throw error
    }
  }

  async function* names(): AsyncIterable<{ name: string; ageMs: number }> {
    const aged = async (name: string, path: string) => {
      const info = await stat(path).catch(() => null)
      return info && { name, ageMs: Date.now() - info.mtimeMs }
    }
    for (const folder of await readdir(root, { withFileTypes: true })) {
      if (folder.name === 'incoming' || folder.name === 'installation') continue
      const inside = folder.isDirectory() ? await readdir(join(root, folder.name)) : [null]
      for (const file of inside) {
        const placed = file?.slice(0, 2) === folder.name
        const found = await aged(placed ? file : join(folder.name, file ?? ''), join(root, folder.name, file ?? ''))
        if (found) yield found
      }
    }
  }

  return {
    ...folderPlace(root),
    receive,
    open: openVerified,
    sweep,
    sweepIncoming: before => sweepUploads(incoming, before),
    check,
    names,
  }
}
