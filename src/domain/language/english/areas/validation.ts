import type { Catalogue } from '#domain/language/translate.ts'

export const validationTexts: Catalogue = {
  'No es la clase de su organización': 'It is not the kind of your organisation',
  'Elija a una persona del CCI': 'Choose a person at CCI',
  Calificado: 'Rated',
  Pendiente: 'Pending',
  Rechazada: 'Rejected',
  Caducada: 'Lapsed',
  Expirada: 'Expired',
  Aceptada: 'Accepted',
  Abierta: 'Open',
  Cerrada: 'Closed',
  hoy: 'today',
  'El CCI suele contestar en el mismo día': 'CCI usually answers on the same day',
  'El CCI suele contestar en 1 día laborable': 'CCI usually answers in 1 working day',
  'El CCI suele contestar en {0} días laborables': 'CCI usually answers in {0} working days',
  '1 día': '1 day',
  '{0} días': '{0} days',
  'hoy es el último día': 'today is the last day',
  'en 1 día': 'in 1 day',
  'en {0} días': 'in {0} days',
  'Sin solicitudes': 'No requests',
}
