import type { Catalogue } from '#domain/language/translate.ts'

export const integrationTexts: Catalogue = {
  'Elija al menos un suceso': 'Choose at least one event',
  'Hay un suceso repetido': 'An event is repeated',
  'Ponga un nombre a la clave': 'Give the key a name',
  'Elija al menos un ámbito': 'Choose at least one scope',
  'Hay un ámbito repetido': 'A scope is repeated',
}
