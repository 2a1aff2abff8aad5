/** The first characters of a text, `most` of them: never half of one that UTF-16 writes as a pair, which no URL can carry. */
export const firstCharacters = (text: string, most: number): string => [...text].slice(0, most).join('')

/** The last characters of a text, `most` of them (above 0): whole as well. */
export const lastCharacters = (text: string, most: number): string => [...text].slice(-most).join('')

/** How many bytes of UTF-8 a character takes. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0)!
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** As many of the last characters of a text as fit in so many bytes of UTF-8, which is what file systems count. */
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
 * A text without certain signs at its end. A pattern that ends with `[…]+$` looks anew from each sign of a run that does not
 * end the text: whoever sends a hundred thousand of them keeps the server busy for seconds.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
