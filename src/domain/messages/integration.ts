import { msg } from '#domain/language/translate.ts'

/** Why something about a bank's own systems is refused. */
export const integrationRefusals = {
  keyEnded: { status: 401, sentence: msg('La clave de API no existe, ha caducado o se ha revocado.') },
  outsideScope: { status: 403, sentence: msg('La clave de API no alcanza a esta llamada.') },
  keyEndedAlready: { status: 409, sentence: msg('Esta clave de API ya no está vigente.') },
  tooManyKeys: {
    status: 409,
    sentence: msg('Su entidad ya tiene veinte claves de API vigentes. Revoque alguna que no use.'),
  },
  webhookAddress: { status: 400, sentence: msg('La dirección debe empezar por https y ser pública.') },
  tooManyWebhooks: { status: 409, sentence: msg('Su entidad ya tiene diez webhooks. Quite alguno que no use.') },
  webhookActive: { status: 409, sentence: msg('El webhook ya está activo.') },
  webhookInactive: {
    status: 409,
    sentence: msg('El webhook está desactivado. Actívelo cuando su sistema vuelva a contestar.'),
  },
} as const
