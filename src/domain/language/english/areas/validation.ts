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
  '1 día': '1 day',
  '{0} días': '{0} days',
  'hoy es el último día': 'today is the last day',
  'en 1 día': 'in 1 day',
  'en {0} días': 'in {0} days',
  'Sin solicitudes': 'No requests',
}
