import type { Catalogue } from '#domain/language/translate.ts'

export const bulletinNotices: Catalogue = {
  'Comunicado inicial': 'Initial bulletin',
  'Nuevo comunicado': 'New bulletin',
  'Comunicado final': 'Final bulletin',
  ', que afecta a {0}': ', which affects {0}',
  'Gravedad: {0}.': 'Severity: {0}.',
  'Incidencia que le afecta': 'Incident that affects you',
  '{0} sobre una incidencia de {1}{2}': '{0} about an incident at {1}{2}',
  'Su entidad no ha acusado recibo del comunicado sobre una incidencia de {0}':
    'Your entity has not acknowledged the bulletin about an incident at {0}',
  'Una incidencia de un proveedor afecta a un servicio que utiliza. Las críticas llegan siempre.':
    'An incident at a supplier affects a service that you use. Critical ones always reach you.',
  'Ver el comunicado': 'View the bulletin',
  'Calificación en revisión extraordinaria': 'Rating under extraordinary review',
  'El CCI revisa la calificación de {0} en «{1}», que sigue vigente. Motivo: {2}':
    'CCI is reviewing the rating of {0} for ‘{1}’, which remains in force. Reason: {2}',
  'El CCI ha terminado la revisión de la calificación de {0} en «{1}». Resultado: {2}':
    'CCI has finished the review of the rating of {0} for ‘{1}’. Outcome: {2}',
  'El CCI revisa una calificación suya vigente, o termina de hacerlo.':
    'CCI reviews a rating of yours that is in force, or finishes doing so.',
  'El CCI revisa la calificación de un informe que usted evaluó, o termina de hacerlo.':
    'CCI reviews the rating of a report that you assessed, or finishes doing so.',
  'El CCI revisa la calificación de un proveedor que sigue, o cuyo servicio utiliza, o termina de hacerlo.':
    'CCI reviews the rating of a supplier that you follow, or whose service you use, or finishes doing so.',
  'Ver la calificación': 'View the rating',
}
