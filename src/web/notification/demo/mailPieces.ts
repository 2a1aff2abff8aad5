/** A segment of a mail's text, its offset, and its link target if it is a URL. */
export type MailPiece = { at: number; words: string; href: string | null }

/**
 * Splits the text into segments and links. Links point to the same path at `origin`, because the public address in demo
 * mails may differ from the address in use. Only http and https URLs become links.
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
