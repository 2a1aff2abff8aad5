import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable, Transform } from 'node:stream'
import { DomainError } from '#domain/contract/domain-error.ts'
import { lastCharacters, withoutEnd } from '#domain/values/cut.ts'
import { MINUTE } from '#server/platform/clock.ts'
import { ofDisk } from '#server/platform/files/disk.ts'
import { inspectFile } from '#server/platform/files/inspect.ts'
import { receiveFile } from '#server/platform/files/receive.ts'
import { newNonce } from '#server/platform/secrets/secrets.ts'

/**
 * A complete, checked and durable upload that is not in the store yet: if its call is refused, it takes no room there.
 */
export type IncomingFile = {
  sha256: string
  size: number
  mediaType: string
  name: string
  warnings: string[]
  /** Its bytes; available until `keep`. */
  content(): Readable
  /** Moves it into the store, durably; safe to repeat. Runs before the commit of the row that references it. */
  keep(): Promise<void>
  /** Removes it, unless it is in the store. Never fails. */
  discard(): Promise<void>
}

export type FileStore = {
  /** Receives an upload, completely or not at all: hashed, measured, checked and durable. `keep` then stores it. */
  receive(stream: Readable, name: string, maxBytes: number): Promise<IncomingFile>
  /**
   * The file's bytes, verified: the stream fails before its end when the content does not match the hash. `beforeEnd`
   * runs after the verification and before the last bytes are sent, so that every complete download is recorded first.
   */
  open(sha256: string, size: number, beforeEnd?: () => Promise<void>): Promise<Readable>
  /**
   * Removes files without a row: interrupted uploads, and files of transactions that never committed. @returns how many
   */
  sweep(isKnown: (sha256: string) => Promise<boolean>, olderThanMs: number): Promise<number>
  /**
   * Removes uploads that arrived before an instant (milliseconds since 1970) and never reached the store. Only for a
   * start while no other server shares the folder. @returns how many
   */
  sweepIncoming(before: number): Promise<number>
  /** Reads a whole file to verify it; `pace` gets the size of each chunk and can delay the next one. */
  check(sha256: string, size: number, pace: (bytes: number) => Promise<void>): Promise<FileState>
  /** The name and age of each file in the store, except running uploads. */
  names(): AsyncIterable<{ name: string; ageMs: number }>
}

/** The result of verifying a stored file. */
export type FileState = 'whole' | 'corrupt' | 'missing'

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control and direction characters can disguise an extension
const disguises = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Cleans a file name of characters that could hide its extension, and of its path. */
export function safeName(name: string): string {
  const base = name.normalize('NFC').replace(/^.*[/\\]/s, '')
  const clean = withoutEnd(base.replace(disguises, '').trim(), '. ')
  return lastCharacters(clean, 200)
}

/** How often an unfinished upload is touched, in milliseconds, so that the sweep of no server removes it. */
const STAYS_MS = 10 * MINUTE

/** Touches a file regularly. @returns a function that stops it */
function touchWhileUploading(path: string, everyMs: number): () => void {
  const touch = () => utimes(path, new Date(), new Date()).catch(() => {})
  const timer = setInterval(touch, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * The store in a folder: `<first two>/<sha256>`, written under `incoming` first (D23). `onDamage` is called for each
 * damaged file that a reader was refused.
 */
export async function folderStore(
  root: string,
  onDamage: (sha256: string) => void = () => {},
  staysMs = STAYS_MS,
): Promise<FileStore> {
  const incoming = join(root, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256)
  const syncName = syncOnce(root)

  function receive(stream: Readable, name: string, maxBytes: number): Promise<IncomingFile> {
    return receiveFile(incoming, stream, { maxBytes, flush: true }, async ({ path, size, sha256 }) => {
      const cleanName = safeName(name)
      const inspected = await inspectFile(path, cleanName)
      // The other files of the same call may take longer to arrive than the sweep waits.
      const stop = touchWhileUploading(path, staysMs)
      return {
        sha256,
        size,
        ...inspected,
        name: cleanName,
        content: () => createReadStream(path),
        keep: () => keep(path, sha256).catch(error => Promise.reject(ofDisk(error))),
        discard: () => {
          stop()
          return unlink(path).catch(() => {})
        },
      }
    })
  }

  async function keep(path: string, sha256: string): Promise<void> {
    const folder = join(root, sha256.slice(0, 2))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(path, pathOf(sha256)).catch(async error => {
      // A retried transaction has already moved the file.
      if (error.code !== 'ENOENT') throw error
      await stat(pathOf(sha256))
    })
    await syncFolder(folder)
    await syncName(folder)
  }

  async function openVerified(sha256: string, size: number, beforeEnd?: () => Promise<void>): Promise<Readable> {
    const file = await open(pathOf(sha256), 'r').catch(error => {
      if (error.code === 'ENOENT') return null
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
    const hash = createHash('sha256')
    let held: Buffer | undefined
    // Holds back the last chunk until the hash matches, so that a damaged file is never delivered completely.
    const verifier = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        const ready = held
        held = chunk
        done(null, ready)
      },
      flush(done) {
        if (hash.digest('hex') !== sha256) return done(damaged())
        const last = held
        Promise.resolve(beforeEnd?.()).then(() => done(null, last), done)
      },
    })
    // `pipeline` closes both ends: a reader that disconnects leaves no open file behind.
    return pipeline(file.createReadStream(), verifier, () => {})
  }

  const isBefore = async (path: string, instant: number) => {
    const info = await stat(path).catch(() => null)
    return info !== null && info.mtimeMs < instant
  }

  async function sweepIncoming(before: number): Promise<number> {
    let removed = 0
    for (const name of await readdir(incoming)) {
      const path = join(incoming, name)
      if (!(await isBefore(path, before))) continue
      await unlink(path).catch(() => {})
      removed++
    }
    return removed
  }

  async function sweep(isKnown: (sha256: string) => Promise<boolean>, olderThanMs: number): Promise<number> {
    const old = (path: string) => isBefore(path, Date.now() - olderThanMs)
    let removed = await sweepIncoming(Date.now() - olderThanMs)
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
    const hash = createHash('sha256')
    let read = 0
    try {
      for await (const chunk of createReadStream(pathOf(sha256), { highWaterMark: 256 * 1024 })) {
        hash.update(chunk)
        read += chunk.length
        await pace(chunk.length)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing'
      // On EIO the disk has lost the bytes; other errors say nothing about the file.
      if ((error as NodeJS.ErrnoException).code === 'EIO') return 'corrupt'
      throw error
    }
    return read === size && hash.digest('hex') === sha256 ? 'whole' : 'corrupt'
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

  return { receive, open: openVerified, sweep, sweepIncoming, check, names }
}
