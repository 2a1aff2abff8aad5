import type { Catalogue } from '#domain/language/translate.ts'

export const supervisionTexts: Catalogue = {
  'Elija un nivel en cada dimensión': 'Choose a level in each dimension',
  'Escriba un día que no sea posterior a hoy': 'Enter a day that is not after today',
  'Es anterior al día en que empezó': 'It is before the day on which it started',
  'Elija un día entre el {0} y el {1}': 'Choose a day between {0} and {1}',
}
