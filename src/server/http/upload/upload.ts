import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { receiveFile } from '#server/platform/files/local/receive.ts'
import { safeName } from '#server/platform/files/store.ts'

/** A file that a call reads once and the portal does not keep. It is deleted after the response. */
export type Upload = { path: string; name: string; size: number; sha256: string }

/**
 * Stores a file of at most `maxBytes` in the folder for incoming uploads, so that the sweep removes it after a crash.
 */
export async function takeUpload(dataDir: string, stream: Readable, name: string, maxBytes: number): Promise<Upload> {
  const folder = join(dataDir, 'files/incoming')
  return receiveFile(folder, stream, { maxBytes, flush: false }, received => ({ ...received, name: safeName(name) }))
}

/** Deletes a call's temporary files, whether or not the call succeeded. */
export async function discardUploads(uploads: Record<string, Upload>): Promise<void> {
  await Promise.all(Object.values(uploads).map(({ path }) => unlink(path).catch(() => {})))
}
