/** What makes two writes the same: where they go, how, and everything they bring. */
export type Write = {
  method: string
  url: string
  body: unknown
  files: Record<string, File | undefined>
  /** What the content does not say, where the same content means another thing the next time. */
  meaning?: string
}

type Lost = { method: string; url: string; content: string; key: string }

/** Writes of which nobody knows whether they were done, with the keys they were sent with. */
let lost: Lost[] = []

function contentOf({ body, files, meaning }: Write): string {
  const named = Object.entries(files).map(
    ([name, file]) => file && [name, file.name, file.size, file.lastModified, file.type],
  )
  return JSON.stringify([body ?? null, named, meaning ?? null])
}

/** The address of all of one kind, where one more is added: `/api/v1/invitations-entity`. */
const isList = (url: string) => /^\/api\/v1\/[a-zA-Z-]+$/.test(url)
const nounOf = (url: string) => /^\/api\/v1\/([a-zA-Z]+)/.exec(url)?.[1]

/**
 * The key of the same write whose fate is unknown, so that pressing again does it only once; undefined when there is none.
 * Another change of the same thing forgets those that went before, and so does a change of what a list holds for what may
 * have been added to it: the same again would then be a change anew.
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

/** Notes that the fate of a write is unknown. */
export function noteLost(write: Write, key: string): void {
  if (lost.some(each => each.key === key)) return
  lost.push({ method: write.method, url: write.url, content: contentOf(write), key })
}

/** The portal has said what became of what was sent with this key. */
export function noteSettled(key: string): void {
  lost = lost.filter(each => each.key !== key)
}

/** Who signs out leaves nothing of what was sent behind. */
export function forgetLost(): void {
  lost = []
}
