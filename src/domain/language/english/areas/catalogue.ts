import type { Catalogue } from '#domain/language/translate.ts'

export const catalogueTexts: Catalogue = {
  'Elija otro nombre': 'Choose another name',
  'Ya está en la línea {0}': 'It is already in line {0}',
  'No se admiten más de {0} líneas': 'No more than {0} lines are accepted',
}
