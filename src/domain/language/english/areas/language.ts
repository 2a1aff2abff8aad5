import type { Catalogue } from '#domain/language/translate.ts'

export const languageTexts: Catalogue = {
  'Idioma (Language)': 'Language',
  'El de sus correos, sus avisos y las pantallas que tienen texto en inglés; las demás siguen en español.':
    'That of your e-mails, your notifications and the screens that have an English text; the others remain Spanish.',
}
