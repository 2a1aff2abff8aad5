import type { Catalogue } from '#domain/language/translate.ts'

export const reportNotices: Catalogue = {
  '{0} ha enviado el informe de «{1}», evaluado por {2}': '{0} has sent the report on ‘{1}’, assessed by {2}',
  'Informe de auditoría por verificar': 'Audit report to be verified',
  'Un proveedor ha enviado un informe de auditoría y espera su calificación.':
    'A supplier has sent an audit report and is waiting for its rating.',
  'Verificar el informe': 'Verify the report',
  'Renovación por verificar': 'Renewal to be verified',
  '{0} ha enviado la renovación de «{1}», evaluada por {2}': '{0} has sent the renewal of ‘{1}’, assessed by {2}',
  'Un proveedor ha enviado la renovación de una calificación vigente y espera su revisión.':
    'A supplier has sent the renewal of a rating in force and is waiting for its review.',
  'Verificar la renovación': 'Verify the renewal',
  'Informe de auditoría rechazado': 'Audit report rejected',
  'El CCI ha rechazado {0} de su solicitud de «{1}».': 'CCI has rejected {0} of your request for ‘{1}’.',
  'El CCI ha rechazado {0} de «{1}», de {2}': 'CCI has rejected {0} of ‘{1}’, of {2}',
  'El CCI ha rechazado algún archivo de su informe.': 'CCI has rejected a file of your report.',
  'El CCI ha rechazado algún archivo de un informe que usted evaluó.':
    'CCI has rejected a file of a report that you assessed.',
  'Calificación publicada': 'Rating published',
  '{0} tiene calificación {1} en «{2}», hasta el {3}.': '{0} has the rating {1} for ‘{2}’, until {3}.',
  'El CCI ha corregido la calificación de {0} en «{1}»: {2}, hasta el {3}.':
    'CCI has corrected the rating of {0} for ‘{1}’: {2}, until {3}.',
  'El CCI ha publicado o corregido una calificación suya.': 'CCI has published or corrected a rating of yours.',
  'Se ha publicado o corregido la calificación de un informe que usted evaluó.':
    'The rating of a report that you assessed has been published or corrected.',
  'Se ha publicado o corregido la calificación de un proveedor que sigue, o cuyo servicio utiliza.':
    'The rating of a supplier that you follow, or whose service you use, has been published or corrected.',
  'Calificación caducada': 'Rating lapsed',
  'La calificación de {0} en «{1}» caducó el {2}.': 'The rating of {0} for ‘{1}’ lapsed on {2}.',
  'Una calificación suya ha caducado.': 'A rating of yours has lapsed.',
  'Ha caducado la calificación de un informe que usted evaluó.': 'The rating of a report that you assessed has lapsed.',
  'Ha caducado la calificación de un proveedor que sigue, o cuyo servicio utiliza.':
    'The rating of a supplier that you follow, or whose service you use, has lapsed.',
  'Calificación próxima a caducar': 'Rating about to lapse',
  'La calificación de {0} en «{1}» caduca el {2}.': 'The rating of {0} for ‘{1}’ lapses on {2}.',
  'Una calificación suya está próxima a caducar.': 'A rating of yours is about to lapse.',
  'La calificación de un proveedor que sigue, o cuyo servicio utiliza, está próxima a caducar.':
    'The rating of a supplier that you follow, or whose service you use, is about to lapse.',
}
