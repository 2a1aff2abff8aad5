import { type Language, locales } from '#domain/language/language.ts'
import { bindLanguage, type Catalogue, currentLanguage, t } from '#domain/language/translate.ts'

/** The language of the user, once it is known and its texts are here. */
let chosen: Language = 'es'
/** The language of the frame and of the screen in it: a screen without translation stays Spanish in an English frame. */
let around: Language = 'es'
let inside: Language = 'es'
/** Whether a text of the frame is being looked up. */
let framed = false

/** Takes the language of the user, with its texts. What is drawn from now on follows. */
export function speak(language: Language, english: Catalogue = {}): void {
  chosen = language
  bindLanguage(() => (framed ? around : inside), english)
}
speak('es')

/** Called while a screen is drawn, before its content: whether the frame and the screen follow the user's language. */
export function drawIn({ frame, screen }: { frame: boolean; screen: boolean }): void {
  around = frame ? chosen : 'es'
  inside = screen ? chosen : 'es'
}

/** `t` for what belongs to the frame: menus, crumbs, bell, search. Imported there as `t`. */
export function frameText(text: TemplateStringsArray | string, ...values: readonly unknown[]): string {
  framed = true
  try {
    return t(text, ...values)
  } finally {
    framed = false
  }
}

/** The language of the user, also on a screen that has none of its texts. */
export const chosenLanguage = (): Language => chosen

export const frameLanguage = (): Language => around

/** The `lang` of a part that stands outside its screen, as windows do: none where it is that of the page. */
export function partLanguage(): Language | undefined {
  return currentLanguage() === around ? undefined : currentLanguage()
}

/** The locale of the current language. */
export const locale = () => locales[currentLanguage()]

/** 'a, b y c', or 'a, b o c'. */
export const listed = (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat(locale(), { type }).format(items)
