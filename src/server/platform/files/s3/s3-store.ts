import { mkdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { DomainError } from '#domain/contract/domain-error.ts'
import { receiveLocally, sweepUploads, TOUCHED_MS } from '#server/platform/files/local/incoming.ts'
import { meter } from '#server/platform/files/meter.ts'
import type { Objects } from '#server/platform/files/s3/objects.ts'
import type { FileState, FileStore, IncomingFile, StoredName } from '#server/platform/files/store.ts'
import { stateOf, verified } from '#server/platform/files/verified.ts'
import { newNonce } from '#server/platform/secrets/secrets.ts'

/** Keys: a stored file, an upload whose call is under way, and a file that a sweep has set aside. */
const stored = (sha256: string) => `files/${sha256}`
const arriving = (nonce: string) => `incoming/${nonce}`
const aside = (sha256: string) => `aside/${sha256}`

/** Converts an error of the bucket to the DomainError storageFailed, and logs it for the operator. */
function ofBucket(error: unknown): unknown {
  if (error instanceof DomainError) return error
  console.error('ALARM: the file store fails:', (error as Error).message)
  return new DomainError('storageFailed')
}

/**
 * The store in a bucket of S3-compatible storage. An upload is inspected on this machine's disk (`folder`), then written
 * to the bucket, and copied to its name when its call keeps it. `onDamage` is called for each damaged file that a reader
 * was refused.
 */
export async function s3Store(
  objects: Objects,
  folder: string,
  onDamage: (sha256: string) => void = () => {},
): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })

  /** A sweep may have set the file aside at the moment in which it became known: it is read from there. */
  const find = async (sha256: string) => (await objects.get(stored(sha256))) ?? (await objects.get(aside(sha256)))

  async function receive(stream: Readable, name: string, maxBytes: number): Promise<IncomingFile> {
    const upload = await receiveLocally(folder, stream, { name, maxBytes, touchedMs: TOUCHED_MS })
    const { path: _path, ...local } = upload
    const key = arriving(newNonce())
    const discard = async () => {
      await objects.remove(key).catch(() => {})
      await upload.discard()
    }
    try {
      await objects.put(key, upload.content())
    } catch (error) {
      await discard()
      throw ofBucket(error)
    }
    return { ...local, keep: () => keep(key, upload.sha256, upload.size), discard }
  }

  async function keep(key: string, sha256: string, size: number): Promise<void> {
    try {
      if (await objects.copy(key, stored(sha256))) return
      // A retried transaction, or another upload of the same content, has stored it.
      if ((await objects.size(stored(sha256))) === size) return
    } catch (error) {
      throw ofBucket(error)
    }
    throw ofBucket(new Error(`the upload ${key} is gone`))
  }

  async function openVerified(sha256: string, size: number, beforeEnd?: () => Promise<void>): Promise<Readable> {
    const damaged = () => {
      onDamage(sha256)
      return new DomainError('fileDamaged')
    }
    const found = await find(sha256).catch(error => Promise.reject(ofBucket(error)))
    if (!found) throw damaged()
    if (found.size !== size) {
      found.content.destroy()
      throw damaged()
    }
    return verified(found.content, sha256, damaged, beforeEnd)
  }

  async function add(file: StoredName, content: Readable): Promise<boolean> {
    const key = arriving(newNonce())
    const { stream, result } = meter()
    try {
      await objects.put(
        key,
        pipeline(content, stream, () => {}),
      )
      const { bytes, sha256 } = result()
      return bytes === file.size && sha256 === file.sha256 && (await objects.copy(key, stored(sha256)))
    } catch (error) {
      // On EIO the source has lost the bytes.
      if ((error as NodeJS.ErrnoException).code === 'EIO') return false
      throw error
    } finally {
      await objects.remove(key).catch(() => {})
    }
  }

  async function sweepArriving(before: number): Promise<number> {
    let removed = await sweepUploads(folder, before)
    for await (const { key, lastModified } of objects.list(arriving(''))) {
      if (lastModified >= before) continue
      await objects.remove(key)
      removed++
    }
    return removed
  }

  /**
   * A bucket cannot rename: the same content may arrive between the question whether a file is known and its removal. So
   * a file is set aside first, asked for again, and removed by a later sweep.
   */
  async function sweep(isKnown: (sha256: string) => Promise<boolean>, olderThanMs: number): Promise<number> {
    const before = Date.now() - olderThanMs
    let removed = await sweepArriving(before)
    for await (const { key, lastModified } of objects.list(aside(''))) {
      const sha256 = key.slice(aside('').length)
      if (await isKnown(sha256)) {
        if ((await objects.size(stored(sha256))) === null) await objects.copy(key, stored(sha256))
      } else if (lastModified >= before) continue
      else removed++
      await objects.remove(key)
    }
    for await (const { key, lastModified } of objects.list(stored(''))) {
      const sha256 = key.slice(stored('').length)
      if (lastModified >= before || (await isKnown(sha256))) continue
      if (!(await objects.copy(key, aside(sha256)))) continue
      await objects.remove(key)
      if (await isKnown(sha256)) await objects.copy(aside(sha256), stored(sha256))
    }
    return removed
  }

  async function check(sha256: string, size: number, pace: (bytes: number) => Promise<void>): Promise<FileState> {
    const found = await find(sha256)
    return found === null ? 'missing' : stateOf(found.content, { sha256, size }, pace)
  }

  async function* names(): AsyncIterable<{ name: string; ageMs: number }> {
    for await (const { key, lastModified } of objects.list(stored(''))) {
      yield { name: key.slice(stored('').length), ageMs: Date.now() - lastModified }
    }
  }

  return {
    read: async sha256 => (await find(sha256))?.content ?? null,
    add,
    // Each write is durable when the bucket has answered.
    settle: async () => {},
    receive,
    open: openVerified,
    sweep,
    sweepIncoming: sweepArriving,
    check,
    names,
  }
}
