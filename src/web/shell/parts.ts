import { keepRenewedFor, renewedFor } from '#web/session/storage.ts'
import { writesAnswered } from '#web/session/succession.ts'

/** A part of the page that did not come: the network is gone, or a new version of the portal has others. */
export class MissingPart extends Error {}

/**
 * Loads a part of the page, or fails for good: at a second try the browser's bundle would leave out the look that failed,
 * so only loading the page anew mends it.
 * @throws MissingPart
 */
export function partOf<T>(load: () => Promise<T>): () => Promise<T> {
  let missing: Promise<never> | null = null
  return () =>
    missing ??
    load().catch((error: Error) => {
      missing = Promise.reject(new MissingPart(error.message, { cause: error }))
      return missing
    })
}

/** Loads the page anew if there is a portal to load it from. @returns false when there is none. */
export async function renewPage(): Promise<boolean> {
  const isThere = await fetch('/', { cache: 'no-store' }).then(
    answer => answer.ok,
    () => false,
  )
  if (isThere) location.reload()
  return isThere
}

/** The same by itself, once for each part that is missing, and when nothing that was sent is without its answer. */
export async function renewPageFor({ message }: MissingPart): Promise<boolean> {
  if (renewedFor() === message) return false
  if ((await writesAnswered()) === null) return false
  keepRenewedFor(message)
  return renewPage()
}
