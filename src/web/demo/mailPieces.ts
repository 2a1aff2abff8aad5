/** A stretch of a mail's text, where it begins, and where it leads when it is an address. */
export type MailPiece = { at: number; words: string; href: string | null }

/**
 * The text in stretches, its web addresses apart. They lead to the same path of the portal at `origin`: in a demonstration
 * the address that mails carry need not be the one that the visitor has open. Only http and https are followed.
 */
export function piecesOf(text: string, origin: string): MailPiece[] {
  const pieces: MailPiece[] = []
  let end = 0
  for (const { 0: words, index: at } of text.matchAll(/https?:\/\/[^\s<>"]*[^\s<>".,;:)]/g)) {
    if (at > end) pieces.push({ at: end, words: text.slice(end, at), href: null })
    pieces.push({ at, words, href: hereOf(words, origin) })
    end = at + words.length
  }
  if (end < text.length) pieces.push({ at: end, words: text.slice(end), href: null })
  return pieces
}

function hereOf(address: string, origin: string): string | null {
  const url = URL.parse(address)
  return url && `${origin}${url.pathname}${url.search}`
}
