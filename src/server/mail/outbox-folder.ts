import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Where mails lie as files when there is no mail server, each with the time of its letter. */
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

/** Removes the letters of before an instant; one that somebody else removes meanwhile is as well. */
export async function forgetLetters(folder: string, before: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(each => each.endsWith('.eml'))) {
    const path = join(folder, name)
    const letter = await stat(path).catch(() => null)
    if (letter && letter.mtimeMs < Date.parse(before)) await unlink(path).catch(ifGone)
  }
}

function ifGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
