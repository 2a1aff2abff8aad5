import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions } from '#domain/notification/definition.ts'
import { expiryOf, nothing, only } from '#domain/notification/parts.ts'

/** What the principal user of a bank hears of its keys and webhooks. */
export const integrationNotifications = {
  API_KEY_ENDING: {
    reason: msg('Clave de API próxima a caducar'),
    on: {
      'api-key.ending': facts => ({
        to: only(facts.participantId),
        message: t`La clave de API «${facts.keyName}» caduca el ${expiryOf(facts)}. Cree otra y póngala en su sistema antes de ese día.`,
        onceKey: facts.onceKey,
      }),
    },
    about: nothing,
    settled: null,
    mailGroup: 'supervision',
    mail: { ENTITY: msg('Una clave de API de su entidad está próxima a caducar.') },
    target: () => '/integrations',
    button: msg('Ver las claves'),
    icon: 'calendar-x',
    mark: 'PENDING',
    private: true,
    principal: true,
  },
  WEBHOOK_DISABLED: {
    reason: msg('Webhook desactivado'),
    on: {
      'webhook.disabled': ({ participantId, host, gone }) => ({
        to: only(participantId),
        message: gone
          ? t`El webhook de ${host} se ha desactivado: su sistema contestó que ya no existe.`
          : t`El webhook de ${host} se ha desactivado: su sistema no ha aceptado una entrega en 72 horas. Actívelo cuando vuelva a contestar y envíe otra vez lo que falte.`,
      }),
    },
    about: ({ participantId, webhookId }) => ({ idGenericEntity: participantId, idWebhook: webhookId }),
    settled: { for: 'participant', by: ['webhook.enabled', 'webhook.removed'] },
    mailGroup: 'supervision',
    mail: { ENTITY: msg('Un webhook de su entidad se ha desactivado porque su sistema no contesta.') },
    target: ({ idWebhook = '' }) => `/integrations/${idWebhook}`,
    button: msg('Ver el webhook'),
    icon: 'file-alert',
    mark: 'REJECTED',
    private: true,
    principal: true,
  },
} satisfies NotificationDefinitions
