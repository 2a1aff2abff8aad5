import type { Catalogue } from '#domain/language/translate.ts'

export const integrationNotices: Catalogue = {
  'Clave de API próxima a caducar': 'API key about to expire',
  'La clave de API «{0}» caduca el {1}. Cree otra y póngala en su sistema antes de ese día.':
    'The API key ‘{0}’ expires on {1}. Create another one and put it into your system before that day.',
  'Una clave de API de su entidad está próxima a caducar.': 'An API key of your entity is about to expire.',
  'Ver las claves': 'View the keys',
  'Webhook desactivado': 'Webhook disabled',
  'El webhook de {0} se ha desactivado: su sistema contestó que ya no existe.':
    'The webhook of {0} has been disabled: your system answered that it no longer exists.',
  'El webhook de {0} se ha desactivado: su sistema no ha aceptado una entrega en 72 horas. Actívelo cuando vuelva a contestar y envíe otra vez lo que falte.':
    'The webhook of {0} has been disabled: your system has not accepted a delivery for 72 hours. Enable it once it answers again, and send again what is missing.',
  'Un webhook de su entidad se ha desactivado porque su sistema no contesta.':
    'A webhook of your entity has been disabled because your system does not answer.',
  'Ver el webhook': 'View the webhook',
}
