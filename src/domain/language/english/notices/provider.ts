import type { Catalogue } from '#domain/language/translate.ts'

export const providerNotices: Catalogue = {
  'La calificación de {0} en «{1}» baja de {2} a {3}, en {4}. Compruebe si aún le basta.':
    'The rating of {0} for ‘{1}’ drops from {2} to {3}, in {4}. Check whether it is still enough for you.',
  'Calificación rebajada': 'Rating dropped',
  'Baja la calificación de un proveedor que sigue, o cuyo servicio utiliza.':
    'The rating of a supplier that you follow, or whose service you use, drops.',
  'Ver el proveedor': 'View the supplier',
  'Datos de empresa modificados': 'Company data changed',
  '{0} tiene otros datos: {1}. Compruebe sus contratos': '{0} has new data: {1}. Check your contracts',
  'Cambian el nombre, el CIF o la dirección de un proveedor que sigue, o cuyo servicio utiliza.':
    'The name, the CIF or the address of a supplier that you follow, or whose service you use, changes.',
}
