import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { receiveFile } from '#server/platform/files/receive.ts'
import { safeName } from '#server/platform/files/store.ts'

/** A file that a call reads once and the portal does not keep; it is gone when the call has been answered. */
export type Upload = { path: string; name: string; size: number; sha256: string }

/** Takes a file of at most `maxBytes` to where cut uploads lie as well, so that one left by a crash is swept with them. */
export async function takeUpload(dataDir: string, stream: Readable, name: string, maxBytes: number): Promise<Upload> {
  const folder = join(dataDir, 'files/incoming')
  return receiveFile(folder, stream, { maxBytes, flush: false }, received => ({ ...received, name: safeName(name) }))
}

/** Removes what a call brought, whatever became of the call. */
export async function discardUploads(uploads: Record<string, Upload>): Promise<void> {
  await Promise.all(Object.values(uploads).map(({ path }) => unlink(path).catch(() => {})))
}
