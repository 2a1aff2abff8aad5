import { areas } from '#domain/language/english/areas.ts'
import { mails } from '#domain/language/english/mails.ts'
import { notices } from '#domain/language/english/notices.ts'
import { refusals } from '#domain/language/english/refusals.ts'
import { web } from '#domain/language/english/web.ts'
import type { Catalogue } from '#domain/language/translate.ts'

/** The English of every text that is marked for translation, by its Spanish sentence. */
export const english: Catalogue = { ...areas, ...mails, ...notices, ...refusals, ...web }
