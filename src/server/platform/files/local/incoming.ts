import { createReadStream } from 'node:fs'
import { readdir, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MINUTE } from '#server/platform/clock.ts'
import { inspectFile } from '#server/platform/files/inspection/inspect.ts'
import { receiveFile } from '#server/platform/files/local/receive.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import { safeName } from '#server/platform/files/store.ts'

/** How often an unfinished upload is touched, in milliseconds, so that the sweep of no server removes it. */
export const TOUCHED_MS = 10 * MINUTE

/** Touches a file regularly. @returns a function that stops it */
function touchWhileUploading(path: string, everyMs: number): () => void {
  const touch = () => utimes(path, new Date(), new Date()).catch(() => {})
  const timer = setInterval(touch, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** An upload on this machine's disk: complete, inspected and durable. */
export type LocalUpload = Omit<IncomingFile, 'keep'> & { path: string }

/**
 * Receives an upload into `folder`.
 * @throws DomainError as `receiveFile`, and those of the inspection (fileType, …)
 */
export function receiveLocally(
  folder: string,
  stream: Readable,
  { name, maxBytes, touchedMs }: { name: string; maxBytes: number; touchedMs: number },
): Promise<LocalUpload> {
  return receiveFile(folder, stream, { maxBytes, flush: true }, async ({ path, size, sha256 }) => {
    const cleanName = safeName(name)
    const inspected = await inspectFile(path, cleanName)
    // The other files of the same call may take longer to arrive than the sweep waits.
    const stop = touchWhileUploading(path, touchedMs)
    return {
      path,
      sha256,
      size,
      ...inspected,
      name: cleanName,
      content: () => createReadStream(path),
      discard: () => {
        stop()
        return unlink(path).catch(() => {})
      },
    }
  })
}

/** Whether a file was last written before an instant, in milliseconds since 1970; false when it is gone. */
export async function isBefore(path: string, instant: number): Promise<boolean> {
  const info = await stat(path).catch(() => null)
  return info !== null && info.mtimeMs < instant
}

/** Removes the uploads in `folder` that were last written before an instant. @returns how many */
export async function sweepUploads(folder: string, before: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!(await isBefore(path, before))) continue
    await unlink(path).catch(() => {})
    removed++
  }
  return removed
}
