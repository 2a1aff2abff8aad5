import { AsyncLocalStorage } from 'node:async_hooks'
import { english } from '#domain/language/english.ts'
import type { Language } from '#domain/language/language.ts'
import { bindLanguage } from '#domain/language/translate.ts'

const current = new AsyncLocalStorage<Language>()

// Jobs, workers and guests speak Spanish.
bindLanguage(() => current.getStore() ?? 'es', english)

/** Runs `work`, and all that it awaits, in a language: that of the user who calls, or of who reads what it writes. */
export function inLanguage<T>(language: Language, work: () => T): T {
  return current.run(language, work)
}
