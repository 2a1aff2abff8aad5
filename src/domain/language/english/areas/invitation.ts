import type { Catalogue } from '#domain/language/translate.ts'

export const invitationTexts: Catalogue = {
  Entidad: 'Entity',
}
