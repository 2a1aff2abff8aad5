import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { MESSAGES } from '#domain/values/messages.ts'

/** Enough for a line of the file and the line before it, in bytes. */
const WINDOW = 256

/**
 * Whether a password is in the operator's file of breached passwords (BREACHED_PASSWORDS): lines `<SHA-1 in
 * hex>[:count]` in ascending order, the format of Have I Been Pwned. SHA-1 is only the index here, not a protection. A
 * lookup in a file of 40 GB takes some forty short reads.
 */
export async function isBreached(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(WINDOW)
    let low = 0
    let high = (await file.stat()).size
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      // Starts a little earlier, to include the start of the line across the middle.
      const from = Math.max(0, middle - WINDOW / 2)
      const { bytesRead } = await file.read(buffer, 0, WINDOW, from)
      const text = buffer.toString('latin1', 0, bytesRead)
      const start =
        from === 0 && !text.slice(0, middle).includes('\n') ? 0 : text.lastIndexOf('\n', middle - from - 1) + 1
      const end = text.indexOf('\n', start)
      const line = text.slice(start, end === -1 ? undefined : end).trim()
      const [written = ''] = line.split(':')
      const hash = written.toUpperCase()
      if (hash === wanted) return true
      if (hash < wanted) low = from + (end === -1 ? bytesRead : end + 1)
      else high = from + start
    }
    return false
  } finally {
    await file.close()
  }
}

/** The message for a new password that is in the operator's file, or null; also null without a file. */
export async function breachOf(path: string | null, password: string): Promise<string | null> {
  return path && (await isBreached(path, password)) ? MESSAGES.passwordBreached : null
}
