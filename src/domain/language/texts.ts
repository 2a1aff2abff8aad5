import { t } from '#domain/language/translate.ts'

// biome-ignore lint/suspicious/noExplicitAny: a table may hold functions that make their text
type Text = string | ((...values: any[]) => string)

/** A table of marked texts, each in the current language whenever it is looked up. */
export function texts<const Table extends Readonly<Record<string, Text>>>(table: Table): Table {
  const entries = Object.entries(table).map(([key, text]) => [
    key,
    { enumerable: true, get: () => (typeof text === 'string' ? t(text) : text) },
  ])
  return Object.defineProperties({}, Object.fromEntries(entries)) as Table
}
