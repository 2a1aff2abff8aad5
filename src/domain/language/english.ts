import type { Catalogue } from '#domain/language/translate.ts'
import areas from '#locales/en/areas.json' with { type: 'json' }
import mails from '#locales/en/mails.json' with { type: 'json' }
import notices from '#locales/en/notices.json' with { type: 'json' }
import refusals from '#locales/en/refusals.json' with { type: 'json' }
import web from '#locales/en/web.json' with { type: 'json' }

/** The English of every text that is marked for translation, by its Spanish sentence (`locales/en`). */
export const english: Catalogue = { ...areas, ...mails, ...notices, ...refusals, ...web }
