import type { Catalogue } from '#domain/language/translate.ts'

export const incidentTexts: Catalogue = {
  'No está en la lista': 'It is not in the list',
  'Elija servicios de este proveedor': 'Choose services of this supplier',
  Baja: 'Low',
  Media: 'Medium',
  Alta: 'High',
  Crítica: 'Critical',
  'Esta hora aún no ha llegado': 'This time has not come yet',
  'El final no puede ser anterior al inicio': 'The end cannot be before the start',
}
