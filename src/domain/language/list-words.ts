import { locales } from '#domain/language/language.ts'
import { currentLanguage } from '#domain/language/translate.ts'

/** 'uno, dos y tres', in the current language. */
export const listWords = (words: readonly string[]): string =>
  new Intl.ListFormat(locales[currentLanguage()], { type: 'conjunction' }).format(words)
