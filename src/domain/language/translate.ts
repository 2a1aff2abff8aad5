import type { Language } from '#domain/language/language.ts'

/**
 * Translations as in gettext: the Spanish sentence in the code is the key. A text with no translation stays Spanish.
 * `npm test` compares the marked texts with the catalogue (EASE-16).
 */
export type Catalogue = Readonly<Record<string, string>>

let english: Catalogue = {}
let languageOf: () => Language = () => 'es'

/** The server binds the language of the request or recipient; the browser, that of its user. */
export function bindLanguage(read: () => Language, catalogue: Catalogue): void {
  languageOf = read
  english = catalogue
}

export function currentLanguage(): Language {
  return languageOf()
}

/** `text` marked for the catalogue and not translated yet: for constants, which `t` translates where they are shown. */
export function msg<Text extends string>(text: Text): Text {
  return text
}

/**
 * A Spanish text in the current language. As a tag, its values are numbered in the key:
 * t`Quedan ${days} días` looks up 'Quedan {0} días'.
 */
export function t(text: TemplateStringsArray | string, ...values: readonly unknown[]): string {
  const key = typeof text === 'string' ? text : text.reduce((all, part, index) => `${all}{${index - 1}}${part}`)
  const template = languageOf() === 'en' ? (english[key] ?? key) : key
  return values.length === 0 ? template : template.replace(/\{(\d+)\}/g, (_, index) => String(values[Number(index)]))
}
