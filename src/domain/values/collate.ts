const spanish = new Intl.Collator('es')

/** Folds text for searches: lower case, no accents (ñ is n, ç is c), white space collapsed. */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ')
}

/** Compares two texts in Spanish order, with ñ between n and o; for `sort`. */
export function compareSpanish(a: string, b: string): number {
  return spanish.compare(a, b)
}

/** The keys of labels, sorted by label in Spanish order. */
export function keysByLabel<Key extends string>(labels: Readonly<Record<Key, string>>): Key[] {
  return (Object.keys(labels) as Key[]).sort((a, b) => compareSpanish(labels[a], labels[b]))
}
