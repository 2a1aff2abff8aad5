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

/** An issuer that is the provider itself gets one. */
const changed =
  (word: string) =>
  ({ issuerId, providerId, incidentTitle }: EventPayload): Message => ({
    to: [...new Set([issuerId, providerId])].flatMap(only),
    message: `La incidencia «${incidentTitle}» ${word}.`,
  })

export const incidentNotifications = {
  ISSUE_CREATED: {
    reason: 'Incidencia creada',
    on: {
      'incident.raised': facts => ({
        to: centre,
        message: `${facts.issuerName} notifica una incidencia sobre ${facts.providerName}: «${facts.incidentTitle}».`,
      }),
    },
    about: ofIncident,
    settled: { for: 'centre', by: ['incident.opened'] },
    mailGroup: 'incidents',
    mail: { CCI: 'Un participante notifica una incidencia.' },
    target: ({ idProvider = '', idIssue = '' }, role) =>
      `/incidences/open-incidence/${idProvider}-${idIssue}-${role === 'CCI' ? 'w' : 'r'}`,
    button: 'Ver la incidencia',
    icon: 'message',
    mark: 'OPEN',
  },
  ISSUE_OPEN: {
    reason: 'Incidencia abierta',
    on: { 'incident.opened': changed('está abierta') },
    about: ofIncident,
    settled: null,
    mailGroup: 'incidents',
    mail: {
      CCI: 'Se ha abierto una incidencia que notificó el CCI.',
      PROVIDER: 'El CCI ha abierto una incidencia en la que su organización es parte.',
      ENTITY: 'El CCI ha abierto una incidencia que notificó su organización.',
    },
    target: incidentsPath,
    item: incidentPath,
    button: 'Ver la incidencia',
    icon: 'message',
    mark: 'OPEN',
  },
  ISSUE_MODIFIED: {
    reason: 'Incidencia modificada',
    on: {
      'incident.edited': facts =>
        facts.incidentTitleBefore === undefined
          ? changed(facts.changed ? 'tiene otros datos' : 'tiene otro detalle')(facts)
          : changed(`se llama ahora «${facts.incidentTitle}»`)({ ...facts, incidentTitle: facts.incidentTitleBefore }),
      'incident.closed': changed('está cerrada'),
      'bulletin.proposed': facts => ({
        to: centre,
        message: `${facts.providerName} propone el texto de un comunicado sobre la incidencia «${facts.incidentTitle}».`,
      }),
      'bulletin.published': facts => ({
        to: only(facts.providerId),
        message: `El CCI ha publicado un comunicado sobre la incidencia «${facts.incidentTitle}».`,
      }),
      'incident.reopened': changed('se ha vuelto a abrir'),
    },
    about: ofIncident,
    settled: null,
    mailGroup: 'incidents',
    mail: {
      CCI: 'Se ha cerrado o reabierto una incidencia que notificó el CCI, o un proveedor propone un comunicado.',
      PROVIDER: 'Se ha cerrado o reabierto una incidencia en la que su organización es parte.',
      ENTITY: 'Se ha cerrado o reabierto una incidencia que notificó su organización.',
    },
    target: incidentsPath,
    item: incidentPath,
    button: 'Ver la incidencia',
    icon: 'message',
    mark: 'CLOSED',
  },
} satisfies NotificationDefinitions
