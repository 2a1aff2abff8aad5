const spanish = new Intl.Collator('es')

/** Text as searches compare it: lower case, without accents (ñ is n, ç is c), white space collapsed. */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ')
}

/** Order of two texts in Spanish, where ñ stands between n and o; for `sort`. */
export function compareSpanish(a: string, b: string): number {
  return spanish.compare(a, b)
}

/** The keys of labels in the order in which their labels are read: what a list sorted by them follows. */
export function keysByLabel<Key extends string>(labels: Readonly<Record<Key, string>>): Key[] {
  return (Object.keys(labels) as Key[]).sort((a, b) => compareSpanish(labels[a], labels[b]))
}
