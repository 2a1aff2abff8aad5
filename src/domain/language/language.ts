/** The languages a user chooses from in 'Mi cuenta' (EASE-14). Spanish is the language of everybody who has not chosen. */
export const languages = ['es', 'en'] as const
export type Language = (typeof languages)[number]

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { es: 'Español', en: 'English' }

/** The locale of numbers, lists and relative times. Days are DD/MM/YYYY in all languages. */
export const locales: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB' }
