import type { Catalogue } from '#domain/language/translate.ts'

export const listTexts: Catalogue = {
  'La lista no tiene esta columna: {0}': 'The list does not have this column: {0}',
  Sí: 'Yes',
  'Escriba un nombre': 'Enter a name',
  'No es una pantalla del portal': 'It is not a screen of the portal',
  'No son filtros de una lista': 'These are not the filters of a list',
  'usted, desde otra ventana': 'you, in another window',
  'el CCI': 'CCI',
}
