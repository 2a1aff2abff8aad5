import { keepRenewedFor, renewedFor } from '#web/session/storage.ts'
import { writesAnswered } from '#web/session/succession.ts'

/** A part of the page failed to load: the network is down, or a new version of the portal has other parts. */
export class MissingPart extends Error {}

/**
 * Loads a part of the page, or fails for good. A second import would make the bundler skip the style sheet that failed,
 * so only a page reload repairs it.
 * @throws MissingPart
 */
export function pagePart<T>(load: () => Promise<T>): () => Promise<T> {
  let missing: Promise<never> | null = null
  return () =>
    missing ??
    load().catch((error: Error) => {
      missing = Promise.reject(new MissingPart(error.message, { cause: error }))
      return missing
    })
}

/** Reloads the page if the portal answers. @returns false when it does not. */
export async function renewPage(): Promise<boolean> {
  const isThere = await fetch('/', { cache: 'no-store' }).then(
    answer => answer.ok,
    () => false,
  )
  if (isThere) location.reload()
  return isThere
}

/** Reloads automatically, once per missing part, and only when every write has its answer. */
export async function renewPageFor({ message }: MissingPart): Promise<boolean> {
  if (renewedFor() === message) return false
  if ((await writesAnswered()) === null) return false
  keepRenewedFor(message)
  return renewPage()
}
