import type { Catalogue } from '#domain/language/translate.ts'

export const registerTexts: Catalogue = {
  'Escriba dos decimales como mucho': 'Enter two decimals at most',
}
