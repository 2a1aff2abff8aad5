import type { Catalogue } from '#domain/language/translate.ts'

export const searchNotices: Catalogue = {
  'Novedades en una vista guardada': 'New results in a saved view',
  'Su búsqueda «{0}» tiene una fila nueva.': 'Your search ‘{0}’ has a new row.',
  'Su búsqueda «{0}» tiene {1} filas nuevas.': 'Your search ‘{0}’ has {1} new rows.',
  'Una vista guardada suya tiene filas nuevas.': 'A saved view of yours has new rows.',
  'Ver la búsqueda': 'View the search',
}
