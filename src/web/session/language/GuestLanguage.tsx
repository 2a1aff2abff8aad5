import { type Language, languageNames } from '#domain/language/language.ts'
import { addressIn } from '#web/session/language/chosenLanguage.ts'
import { frameLanguage } from '#web/ui/language/spoken.ts'
import { LanguageLink } from '#web/ui/layout/LanguageLink.tsx'

export const otherLanguage = (): Language => (frameLanguage() === 'en' ? 'es' : 'en')

/** The link of a page before the sign-in to itself in the other language. */
export function GuestLanguage() {
  const other = otherLanguage()
  return <LanguageLink lang={other} label={languageNames[other]} href={addressIn(other)} />
}
