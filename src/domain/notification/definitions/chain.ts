import { listWords } from '#domain/language/list-words.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { expiryOf, followersOf, only, sheetPath, withFullStop } from '#domain/notification/parts.ts'
import { formatDay } from '#domain/values/day.ts'

const ofChain = ({ providerId, serviceId }: EventPayload): NotificationInfo => ({
  idProvider: providerId,
  idService: serviceId,
})

/** About the companies behind a service, and how a provider is named in registers. */
export const chainNotifications = {
  /** It reaches banks that use the service without marking the provider, so that it is theirs alone. */
  CHAIN_CHANGED: {
    reason: msg('Cambio en la cadena de subcontratación'),
    on: {
      'chain.changed': facts => ({
        to: followersOf(facts),
        message: withFullStop(
          t`Cambia la cadena de subcontratación de «${facts.serviceName}», de ${facts.providerName}, desde el ${listWords((facts.holdsFrom ?? []).map(formatDay))}`,
        ),
        onceKey: facts.onceKey,
      }),
    },
    about: ofChain,
    settled: null,
    mailGroup: 'supervision',
    mail: { ENTITY: msg('Cambian los subcontratistas de un servicio que utiliza, o de un proveedor que sigue.') },
    target: sheetPath,
    button: msg('Ver la cadena'),
    icon: 'file-alert',
    mark: 'PENDING',
    private: true,
  },
  CHAIN_STANCE_DUE: {
    reason: msg('Cambio de subcontratación por valorar'),
    on: {
      'stance.due': facts => ({
        to: only(facts.participantId),
        message: t`El ${expiryOf(facts)} cambia la cadena de subcontratación de «${facts.serviceName}», de ${facts.providerName}, y su entidad no ha anotado si tiene objeción.`,
        onceKey: facts.onceKey,
      }),
    },
    about: facts => ({ ...ofChain(facts), idUse: facts.useId }),
    settled: { for: 'participant', by: ['stance.noted'] },
    mailGroup: 'supervision',
    mail: {
      ENTITY: msg('Falta valorar un cambio de subcontratistas de un servicio de una función esencial o importante.'),
    },
    target: sheetPath,
    button: msg('Ver la cadena'),
    icon: 'file-alert',
    mark: 'PENDING',
    private: true,
  },
  LEI_ENDING: {
    reason: msg('LEI por renovar'),
    on: {
      'company-identity.lei-ending': facts => ({
        to: only(facts.participantId),
        message: t`Su LEI debe renovarse antes del ${expiryOf(facts)}: caducado, los registros de sus clientes lo rechazan. Cuando lo renueve, anote la nueva fecha.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ({ participantId }) => ({ idGenericEntity: participantId }),
    settled: null,
    ladder: {
      outlivedBy: ['company-identity.saved'],
      what: ({ participantId, extended }) => (extended && participantId ? { idGenericEntity: participantId } : null),
    },
    mailGroup: 'documentation',
    mail: { PROVIDER: msg('El LEI de su organización está próximo a caducar.') },
    target: () => '/own-data',
    button: msg('Ver los datos del registro'),
    icon: 'calendar-x',
    mark: 'PENDING',
  },
} as const satisfies NotificationDefinitions
