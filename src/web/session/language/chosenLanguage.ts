import { type Language, languages } from '#domain/language/language.ts'
import { speak } from '#web/ui/language/spoken.ts'

/** Where the browser keeps the language that was chosen in it; the address of a link that chooses has it too. */
const KEPT = 'almotacen-idioma'
const IN_ADDRESS = 'idioma'

/** The language that was chosen on this page for the account that enters; null: the account keeps its own. */
let pressed: Language | null = null
export const pressedLanguage = (): Language | null => pressed

const known = (text: string | null | undefined): Language | null => languages.find(each => each === text) ?? null

/** Keeps a choice for the next visit; without effect where the browser blocks the storage. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEPT, language)
  } catch {}
}

function keptLanguage(): Language | null {
  try {
    return known(localStorage.getItem(KEPT))
  } catch {
    return null
  }
}

/**
 * Takes the language of the pages before the sign-in: that of the address or the one chosen before in this browser, else
 * Spanish, whatever the browser says (EXP-12).
 */
export async function takeGuestLanguage(): Promise<void> {
  pressed = known(new URLSearchParams(location.search).get(IN_ADDRESS))
  if (pressed) keepLanguage(pressed)
  if ((pressed ?? keptLanguage()) !== 'en') return
  const texts = await import('#domain/language/english.ts').catch(() => null)
  if (texts) speak('en', texts.english)
}

/** This page in another language. */
export function addressIn(language: Language): string {
  const { pathname, search } = location
  const asked = new URLSearchParams(search)
  asked.set(IN_ADDRESS, language)
  return `${pathname}?${asked}`
}
