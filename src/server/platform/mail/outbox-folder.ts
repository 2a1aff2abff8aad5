import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '#server/platform/clock.ts'

/** The folder for mails as files when there is no mail server. Each file has the time of its mail. */
export const outboxFolder = (dataDir: string) => join(dataDir, 'outbox')

export const LETTER = '.eml'
export const UNFINISHED = '.eml.tmp'

/**
 * Removes the mails from before an instant, and unfinished files that a killed process left. Ignores files that another
 * process removes first.
 * @param now the machine's own time, in ms: the age of an unfinished file is the time since its last write
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
