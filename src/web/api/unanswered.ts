/** Identity of a write: URL, method and all content. */
export type Write = {
  method: string
  url: string
  body: unknown
  files: Record<string, File | undefined>
  /** Distinguishes equal content with a different meaning. */
  meaning?: string
}

type Lost = { method: string; url: string; content: string; key: string }

/** Writes with an unknown outcome, with their idempotency keys. */
let lost: Lost[] = []

function contentOf({ body, files, meaning }: Write): string {
  const named = Object.entries(files).map(
    ([name, file]) => file && [name, file.name, file.size, file.lastModified, file.type],
  )
  return JSON.stringify([body ?? null, named, meaning ?? null])
}

/** Collection URL, where a POST adds an item: `/api/v1/invitations-entity`. */
const isList = (url: string) => /^\/api\/v1\/[a-zA-Z-]+$/.test(url)
const nounOf = (url: string) => /^\/api\/v1\/([a-zA-Z]+)/.exec(url)?.[1]

/**
 * Idempotency key of the same write with an unknown outcome, so that a retry has one effect; undefined when there is
 * none. A different change of the same item forgets the earlier writes to it. A change of an item also forgets the
 * writes to its collection: repeating one of them would be a new change.
 */
export function lostKey(write: Write): string | undefined {
  const { method, url } = write
  const content = contentOf(write)
  const isSame = (each: Lost) => each.method === method && each.content === content
  const isUndone = (each: Lost) =>
    each.url === url
      ? !isSame(each) && !(each.method === 'POST' && method === 'POST')
      : isList(each.url) && nounOf(each.url) === nounOf(url)
  lost = lost.filter(each => !isUndone(each))
  return lost.find(each => each.url === url && isSame(each))?.key
}

/** Records a write with an unknown outcome. */
export function noteLost(write: Write, key: string): void {
  if (lost.some(each => each.key === key)) return
  lost.push({ method: write.method, url: write.url, content: contentOf(write), key })
}

/** The server has reported the outcome of the write with this key. */
export function noteSettled(key: string): void {
  lost = lost.filter(each => each.key !== key)
}

/** On sign-out: forgets all recorded writes. */
export function forgetLost(): void {
  lost = []
}
