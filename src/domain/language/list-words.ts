import type { Language } from '#domain/language/language.ts'
import { currentLanguage } from '#domain/language/translate.ts'

const lists: Readonly<Record<Language, Intl.ListFormat>> = {
  es: new Intl.ListFormat('es', { type: 'conjunction' }),
  en: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
}

/** 'uno, dos y tres', in the current language. */
export const listWords = (words: readonly string[]): string => lists[currentLanguage()].format(words)
