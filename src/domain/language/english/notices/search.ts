import type { Catalogue } from '#domain/language/translate.ts'

export const searchNotices: Catalogue = {
  'Novedades en una búsqueda guardada': 'News in a saved search',
  'Su búsqueda «{0}» tiene una fila nueva.': 'Your search ‘{0}’ has a new row.',
  'Su búsqueda «{0}» tiene {1} filas nuevas.': 'Your search ‘{0}’ has {1} new rows.',
  'Una búsqueda guardada suya tiene filas nuevas.': 'A saved search of yours has new rows.',
  'Ver la búsqueda': 'View the search',
}
