import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '#server/platform/clock.ts'

/** Where mails lie as files when there is no mail server, each with the time of its letter. */
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

export const LETTER = '.eml'
export const UNFINISHED = '.eml.tmp'

/**
 * Removes the letters of before an instant, and those that nobody goes on writing: what a kill left. One that somebody else
 * removes meanwhile is as well.
 * @param now the machine's own time, in ms: an unfinished letter is told by when it was last touched
 */
export async function forgetLetters(folder: string, before: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(each => each.endsWith(LETTER) || each.endsWith(UNFINISHED))) {
    const path = join(folder, name)
    const letter = await stat(path).catch(() => null)
    if (!letter) continue
    const isOver = name.endsWith(LETTER) ? letter.mtimeMs < Date.parse(before) : letter.ctimeMs < now - HOUR
    if (isOver) await unlink(path).catch(ifGone)
  }
}

function ifGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
