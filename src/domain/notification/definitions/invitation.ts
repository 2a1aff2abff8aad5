import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { centre, only, withFullStop } from '#domain/notification/parts.ts'

const ofAsk = ({ participantId, askedFor }: EventPayload): NotificationInfo => ({
  idGenericEntity: participantId,
  name: askedFor,
})

/** About the providers that banks ask CCI to invite. The provider itself hears none of it (EASE-12). */
export const invitationNotifications = {
  INVITATION_ASKED: {
    reason: msg('Alta de proveedor pedida'),
    on: {
      'invitation-request.asked': facts => ({
        to: centre,
        message: withFullStop(t`${facts.participantName} pide que se invite a «${facts.askedFor}»`),
      }),
    },
    about: ofAsk,
    settled: { for: 'all', by: ['invitation-request.invited', 'invitation-request.declined'], what: ofAsk },
    mailGroup: 'centre',
    mail: { CCI: msg('Una entidad pide que se invite a un proveedor.') },
    target: () => '/access-invitation',
    button: msg('Ver las altas pedidas'),
    icon: 'user-check',
    mark: 'PENDING',
  },
  INVITATION_ANSWERED: {
    reason: msg('Alta de proveedor contestada'),
    on: {
      'invitation-request.invited': facts => ({
        to: only(facts.participantId),
        message: t`El CCI ha invitado a «${facts.askedFor}», cuya alta pidió su entidad. Aparecerá en la búsqueda cuando complete la suya.`,
      }),
      'invitation-request.declined': facts => ({
        to: only(facts.participantId),
        message: withFullStop(
          t`El CCI no ha invitado a «${facts.askedFor}», cuya alta pidió su entidad: ${facts.reason}`,
        ),
      }),
    },
    about: ofAsk,
    settled: null,
    mailGroup: 'centre',
    mail: { ENTITY: msg('El CCI contesta a una petición de alta de un proveedor.') },
    target: () => '/provider',
    button: msg('Ver los proveedores'),
    icon: 'user-check',
    mark: 'ACCEPTED',
  },
} as const satisfies NotificationDefinitions
