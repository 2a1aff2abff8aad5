import { msg, t } from '#domain/language/translate.ts'
import type { Message, NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { centre, only } from '#domain/notification/parts.ts'

const ofIncident = ({ providerId, incidentId }: EventPayload): NotificationInfo => ({
  idProvider: providerId,
  idIssue: incidentId,
})

const incidentsPath = () => '/incidences'
const incidentPath = ({ providerId = '', incidentId = '' }: EventPayload) =>
  `/incidences/open-incidence/${providerId}-${incidentId}-r`

/** To both parties; an issuer that is the provider itself gets one. */
const toBoth = ({ issuerId, providerId }: EventPayload, message: string): Message => ({
  to: [...new Set([issuerId, providerId])].flatMap(only),
  message,
})

/** What became of the incident, by its title. */
function edited(facts: EventPayload): Message {
  const { incidentTitle, incidentTitleBefore, changed } = facts
  if (incidentTitleBefore !== undefined) {
    return toBoth(facts, t`La incidencia «${incidentTitleBefore}» se llama ahora «${incidentTitle}».`)
  }
  return toBoth(
    facts,
    changed
      ? t`La incidencia «${incidentTitle}» tiene otros datos.`
      : t`La incidencia «${incidentTitle}» tiene otro detalle.`,
  )
}

export const incidentNotifications = {
  ISSUE_CREATED: {
    reason: msg('Incidencia creada'),
    on: {
      'incident.raised': facts => ({
        to: centre,
        message: t`${facts.issuerName} notifica una incidencia sobre ${facts.providerName}: «${facts.incidentTitle}».`,
      }),
    },
    about: ofIncident,
    settled: { for: 'centre', by: ['incident.opened'] },
    mailGroup: 'incidents',
    mail: { CCI: msg('Un participante notifica una incidencia.') },
    target: ({ idProvider = '', idIssue = '' }, role) =>
      `/incidences/open-incidence/${idProvider}-${idIssue}-${role === 'CCI' ? 'w' : 'r'}`,
    button: msg('Ver la incidencia'),
    icon: 'message',
    mark: 'OPEN',
  },
  ISSUE_OPEN: {
    reason: msg('Incidencia abierta'),
    on: {
      'incident.opened': facts => toBoth(facts, t`La incidencia «${facts.incidentTitle}» está abierta.`),
    },
    about: ofIncident,
    settled: null,
    mailGroup: 'incidents',
    mail: {
      CCI: msg('Se ha abierto una incidencia que notificó el CCI.'),
      PROVIDER: msg('El CCI ha abierto una incidencia en la que su organización es parte.'),
      ENTITY: msg('El CCI ha abierto una incidencia que notificó su organización.'),
    },
    target: incidentsPath,
    item: incidentPath,
    button: msg('Ver la incidencia'),
    icon: 'message',
    mark: 'OPEN',
  },
  ISSUE_MODIFIED: {
    reason: msg('Incidencia modificada'),
    on: {
      'incident.edited': edited,
      'incident.closed': facts => toBoth(facts, t`La incidencia «${facts.incidentTitle}» está cerrada.`),
      'bulletin.proposed': facts => ({
        to: centre,
        message: t`${facts.providerName} propone el texto de un comunicado sobre la incidencia «${facts.incidentTitle}».`,
      }),
      'bulletin.published': facts => ({
        to: facts.hidden ? [] : only(facts.providerId),
        message: t`El CCI ha publicado un comunicado sobre la incidencia «${facts.incidentTitle}».`,
      }),
      'incident.reopened': facts => toBoth(facts, t`La incidencia «${facts.incidentTitle}» se ha vuelto a abrir.`),
    },
    about: ofIncident,
    settled: null,
    mailGroup: 'incidents',
    mail: {
      CCI: msg('Se ha cerrado o reabierto una incidencia que notificó el CCI, o un proveedor propone un comunicado.'),
      PROVIDER: msg('Se ha cerrado o reabierto una incidencia en la que su organización es parte.'),
      ENTITY: msg('Se ha cerrado o reabierto una incidencia que notificó su organización.'),
    },
    target: incidentsPath,
    item: incidentPath,
    button: msg('Ver la incidencia'),
    icon: 'message',
    mark: 'CLOSED',
  },
} satisfies NotificationDefinitions
