/** The first `most` characters of a text. Never splits a surrogate pair, which no URL can carry. */
export const firstCharacters = (text: string, most: number): string => [...text].slice(0, most).join('')

/** The last `most` characters of a text (above 0), without splitting a surrogate pair. */
export const lastCharacters = (text: string, most: number): string => [...text].slice(-most).join('')

/** Size of a character in bytes of UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0)!
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** The longest end of a text that fits in `bytes` of UTF-8, the unit of file name limits. */
export function endWithin(text: string, bytes: number): string {
  const characters = [...text]
  let left = bytes
  let from = characters.length
  while (from > 0) {
    left -= bytesOf(characters[from - 1]!)
    if (left < 0) break
    from--
  }
  return characters.slice(from).join('')
}

/**
 * Removes trailing characters. A pattern that ends with `[…]+$` rescans from each character of a run that does not end
 * the text: a hundred thousand of them would block the server for seconds.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
