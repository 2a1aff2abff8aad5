import { chooseLanguage, type Me } from '#domain/identity/session/contract.ts'
import type { Language } from '#domain/language/language.ts'
import { call } from '#web/api/api.ts'
import { pressedLanguage } from '#web/session/language/chosenLanguage.ts'
import { speak } from '#web/ui/language/spoken.ts'

/** The language that a user chose, Spanish until then (EASE-14). */
const languageOf = (me: Me & { language?: Language }): Language => me.language ?? 'es'

/** The user whose language the page took. The choice of another reloads the page, so that no screen is half in another. */
let speaker = ''

/**
 * The user after the sign-in, with the language that was chosen at the sign-in: it is now that of the account. A choice
 * that does not arrive can be made again, and does not stop the sign-in.
 */
export async function withPressedLanguage(me: Me): Promise<Me> {
  const language = pressedLanguage()
  if (!language || language === languageOf(me)) return me
  try {
    await call(chooseLanguage, { body: { language } })
    return { ...me, language }
  } catch {
    return me
  }
}

/**
 * Takes the language of a user before the first screen is drawn. Only those who chose English load its texts; where these
 * do not come, the page is Spanish rather than none.
 */
export async function takeLanguage(me: Me): Promise<void> {
  if (speaker === me.userId) return
  const english = languageOf(me) === 'en' ? await import('#domain/language/english.ts').catch(() => null) : null
  speak(english ? 'en' : 'es', english?.english)
  speaker = me.userId
}
