import type { Catalogue } from '#domain/language/translate.ts'

export const integrationRefusals: Catalogue = {
  'La clave de API no existe, ha caducado o se ha revocado.':
    'The API key does not exist, has expired or has been revoked.',
  'La clave de API no alcanza a esta llamada.': 'The API key does not cover this call.',
  'Esta clave de API ya no está vigente.': 'This API key is no longer valid.',
  'Su entidad ya tiene veinte claves de API vigentes. Revoque alguna que no use.':
    'Your entity already has twenty API keys in force. Revoke one that you do not use.',
  'La dirección debe empezar por https y ser pública.': 'The address must begin with https and be public.',
  'Su entidad ya tiene diez webhooks. Quite alguno que no use.':
    'Your entity already has ten webhooks. Remove one that you do not use.',
  'El webhook ya está activo.': 'The webhook is already active.',
  'El webhook está desactivado. Actívelo cuando su sistema vuelva a contestar.':
    'The webhook is disabled. Enable it once your system answers again.',
}
