import type { EventName } from '#domain/audit-log/events.ts'
import { type FourEyesAct, formatDeadline } from '#domain/identity/four-eyes/four-eyes.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import type { Notice, NotificationInfo, Recipient } from '#domain/notification/notification.ts'
import type { LettingIn, Trouble } from '#domain/notification/undelivered.ts'
import { GIVE_UP_DAYS, LATE_HOURS, troubleText } from '#domain/notification/undelivered.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/** Event data that the notification rules use. Names are for display, ids for links. */
export type EventFacts = {
  participantId?: string
  participantName?: string
  validationId?: string
  providerId?: string
  providerName?: string
  evaluatorId?: string
  evaluatorName?: string
  serviceName?: string
  documentName?: string
  /** The document is optional: decisions about it leave the documentation unchanged (D10). */
  isOptional?: boolean
  documents?: string[]
  /** Kind of participant of the catalogue or the proposal. */
  kind?: InvitableKind
  reason?: string
  rating?: string
  expiresOn?: Day
  incidentId?: string
  incidentTitle?: string
  /** Previous title, when CCI renamed the incident. */
  incidentTitleBefore?: string
  issuerId?: string
  issuerName?: string
  /** Text from CCI to a participant (D22). */
  notice?: string
  /** Text to CCI from the author of the change (D22). */
  freeText?: string
  /** Identifies an announcement that the passing of time causes, so that it is made once (D5). */
  onceKey?: string
  /** Action that a CCI user proposes; a second CCI user must approve it before `until` (ISO 8601). */
  act?: FourEyesAct
  /** Proposed new name. */
  renamed?: string
  proposerId?: string
  proposerName?: string
  until?: string
  /** An undelivered mail: its address, user, template and trouble. */
  email?: string
  userId?: string
  template?: LettingIn
  trouble?: Trouble
}

type Hearing = (facts: EventFacts) => Notice[]

/** Ends a sentence with one full stop, also after an abbreviation such as 'S.L.'. */
const sentenceOf = (text: string) => text.replace(/\.?$/, '.')

/** Appends the free text of the event to a message. */
const withFreeText = (message: string, { freeText }: EventFacts) =>
  freeText ? `${message} Mensaje: «${freeText}».` : message

const to = (participant: string | undefined): Recipient[] => (participant ? [{ participant }] : [])
const expiryOf = ({ expiresOn }: EventFacts) => formatDay(expiresOn!)
const list = (names: string[] | undefined) => (names ?? []).map(name => `«${name}»`).join(', ')

const scoreHearers = (facts: EventFacts): Recipient[] => [
  ...to(facts.providerId),
  ...to(facts.evaluatorId),
  ...(facts.providerId ? [{ fansOf: facts.providerId }] : []),
]

const requestInfo = (facts: EventFacts): NotificationInfo => ({
  idGenericEntity: facts.providerId,
  idProvider: facts.providerId,
  validationId: facts.validationId,
})
const documentationInfo = (facts: EventFacts): NotificationInfo => ({
  idGenericEntity: facts.participantId,
  validationId: facts.validationId,
})
const incidentInfo = (facts: EventFacts): NotificationInfo => ({
  idProvider: facts.providerId,
  idIssue: facts.incidentId,
})

/**
 * CCI is notified of undelivered invitation mails, the person's organisation of all others. Delays are notified once a
 * day, with the first mail: a mail server that is down delays all of them.
 */
function undelivered({ email = '', template, trouble, participantId, onceKey }: EventFacts): Notice[] {
  if (!trouble) return []
  const isInvitation = template === 'invitation' || template === 'invitation-reminder'
  const what = isInvitation ? `La invitación a ${email}` : `El correo con el que ${email} entra por primera vez`
  const late = `Se sigue intentando durante ${GIVE_UP_DAYS} días. Puede haber más correos que esperan.`
  const wrong = isInvitation
    ? 'Si la dirección no es correcta, retire la invitación e invite a la buena.'
    : 'Compruebe la dirección en Gestión de usuarios.'
  const recipients: Recipient[] = isInvitation ? ['centre'] : to(participantId)
  return recipients.map(recipient => ({
    to: recipient,
    type: 'MAIL_UNDELIVERED',
    message: trouble.refused
      ? `${what} no llega: ${troubleText(trouble)}. ${wrong}`
      : `${what} no se ha podido entregar en ${LATE_HOURS} horas. ${late}`,
    info: isInvitation ? { idGenericEntity: participantId, email } : { idGenericEntity: participantId },
    onceKey: trouble.refused ? undefined : onceKey,
  }))
}

const requestPending: Hearing = facts => [
  {
    to: 'centre',
    type: 'DOC_AUDIT_REPORT_PENDING',
    message: withFreeText(
      sentenceOf(
        `${facts.providerName} ha enviado el informe de «${facts.serviceName}», evaluado por ${facts.evaluatorName}`,
      ),
      facts,
    ),
    info: requestInfo(facts),
  },
]

const incidentChanged =
  (type: 'ISSUE_OPEN' | 'ISSUE_MODIFIED', word: string): Hearing =>
  facts =>
    [...new Set([facts.issuerId, facts.providerId])]
      .flatMap(id => to(id))
      .map(recipient => ({
        to: recipient,
        type,
        message: `La incidencia «${facts.incidentTitle}» ${word}.`,
        info: incidentInfo(facts),
      }))

/** For each four-eyes action, the text of its proposal and the link to the page that confirms it. */
const approvalRequests: Record<FourEyesAct, (facts: EventFacts) => { what: string; info: NotificationInfo }> = {
  'participant.delete': ({ participantId, participantName, kind }) => ({
    what: `eliminar el participante «${participantName}»`,
    info: { idGenericEntity: participantId, kind, name: participantName },
  }),
  'participant.rename': ({ participantId, participantName, kind, renamed }) => ({
    what: `cambiar el nombre o el CIF de «${participantName}» por «${renamed}»`,
    info: { idGenericEntity: participantId, kind, name: participantName },
  }),
  'service.rename': ({ serviceName, renamed }) => ({
    what: `cambiar el servicio «${serviceName}» por «${renamed}»`,
    info: { name: serviceName },
  }),
  'score.publish': facts => ({
    what: `publicar la calificación ${facts.rating} de ${facts.providerName} en «${facts.serviceName}», hasta el ${expiryOf(facts)}`,
    info: requestInfo(facts),
  }),
  'score.correct': facts => ({
    what: `corregir la calificación de ${facts.providerName} en «${facts.serviceName}»: ${facts.rating}, hasta el ${expiryOf(facts)}`,
    info: requestInfo(facts),
  }),
  'two-people.off': () => ({ what: 'que dejen de hacer falta dos personas', info: {} }),
}

const proposed: Hearing = facts => {
  if (!facts.act) return []
  const { what, info } = approvalRequests[facts.act](facts)
  const message = `${facts.proposerName} propone ${sentenceOf(what)} Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del ${formatDeadline(facts.until!)}.`
  return [{ to: 'centre', type: 'PROPOSAL_PENDING', message, info }]
}

/** Notification rules: recipients and text for each event (D51). An event without an entry notifies no one. */
const hearings: { readonly [E in EventName]?: Hearing } = {
  'documentation.sent': facts => [
    {
      to: 'centre',
      type: 'DOC_PENDING',
      message: withFreeText(`${facts.participantName} ha enviado documentación para verificar.`, facts),
      info: documentationInfo(facts),
    },
  ],
  'documentation.accepted': facts =>
    to(facts.participantId).map(recipient => ({
      to: recipient,
      type: 'DOC_ACCEPTED',
      message: 'El CCI ha aceptado su documentación. Ya puede usar todo el portal.',
      info: documentationInfo(facts),
    })),
  'documentation.rejected': facts =>
    to(facts.participantId).map(recipient => ({
      to: recipient,
      type: 'DOC_REJECTED',
      message: `El CCI ha rechazado ${list(facts.documents)}. Lea el motivo y suba otra versión.`,
      info: documentationInfo(facts),
    })),
  'document.lapsed': facts =>
    to(facts.participantId).map(recipient => ({
      to: recipient,
      type: 'DOC_LAPSED',
      message: facts.isOptional
        ? `Su documento opcional «${facts.documentName}» caducó y ya no vale. Si quiere que vuelva a valer, suba una versión vigente.`
        : `Su documento «${facts.documentName}» caducó el ${expiryOf(facts)}. Suba una versión vigente.`,
      info: documentationInfo(facts),
      onceKey: facts.onceKey,
    })),
  'catalogue.document-added': ({ kind, documents = [] }) =>
    kind && documents.length > 0
      ? [
          {
            to: { documentedAs: kind },
            type: 'DOC_REQUIRED',
            message: `El CCI pide ahora ${list(documents)}. Lo ya aceptado sigue aceptado: suba lo que falta en «Mi documentación».`,
            info: {},
          },
        ]
      : [],
  'request.sent': facts => [
    ...requestPending(facts),
    ...to(facts.evaluatorId).map(recipient => ({
      to: recipient,
      type: 'AUDIT_CHOSEN' as const,
      message: `${facts.providerName} le ha elegido como evaluador de «${facts.serviceName}».`,
      info: requestInfo(facts),
    })),
  ],
  'request.edited': requestPending,
  'request.renewed': requestPending,
  'request.rejected': facts => {
    const rejected = `El CCI ha rechazado ${list(facts.documents)} de`
    const told = (recipient: Recipient, whose: string): Notice => ({
      to: recipient,
      type: 'DOC_AUDIT_REPORT_REJECTED',
      message: sentenceOf(`${rejected} ${whose}`),
      info: requestInfo(facts),
    })
    return [
      ...to(facts.providerId).map(provider => told(provider, `su solicitud de «${facts.serviceName}»`)),
      ...to(facts.evaluatorId).map(evaluator => told(evaluator, `«${facts.serviceName}», de ${facts.providerName}`)),
    ]
  },
  'request.qualified': facts =>
    scoreHearers(facts).map(recipient => ({
      to: recipient,
      type: 'SCORE_LOADED',
      message: `${facts.providerName} tiene calificación ${facts.rating} en «${facts.serviceName}», hasta el ${expiryOf(facts)}.`,
      info: requestInfo(facts),
    })),
  'score.corrected': facts =>
    scoreHearers(facts).map(recipient => ({
      to: recipient,
      type: 'SCORE_LOADED',
      message: `El CCI ha corregido la calificación de ${facts.providerName} en «${facts.serviceName}»: ${facts.rating}, hasta el ${expiryOf(facts)}.`,
      info: requestInfo(facts),
    })),
  'score.about-to-lapse': facts =>
    [...to(facts.providerId), ...(facts.providerId ? [{ fansOf: facts.providerId }] : [])].map(recipient => ({
      to: recipient,
      type: 'SCORE_NOTICE_LAPSED',
      message: `La calificación de ${facts.providerName} en «${facts.serviceName}» caduca el ${expiryOf(facts)}.`,
      info: requestInfo(facts),
      onceKey: facts.onceKey,
    })),
  'score.lapsed': facts =>
    scoreHearers(facts).map(recipient => ({
      to: recipient,
      type: 'SCORE_LAPSED',
      message: `La calificación de ${facts.providerName} en «${facts.serviceName}» caducó el ${expiryOf(facts)}.`,
      info: requestInfo(facts),
      onceKey: facts.onceKey,
    })),
  'participant.accreditation-expired': facts =>
    (['centre', ...to(facts.participantId)] as Recipient[]).map(recipient => ({
      to: recipient,
      type: 'AUDIT_EXPIRED',
      message: `La acreditación de ${facts.participantName} caducó el ${expiryOf(facts)}.`,
      info: documentationInfo(facts),
      onceKey: facts.onceKey,
    })),
  'file.infected': facts => [
    {
      to: 'centre',
      type: 'NOTICE',
      message: `El antivirus ha encontrado ${facts.reason} en un archivo, que ni se admite ni se entrega.`,
      info: {},
    },
  ],
  'file.damaged': ({ participantName, documents, participantId }) => [
    {
      to: 'centre',
      type: 'FILE_DAMAGED',
      message: `${list(documents)}${participantName ? ` de ${participantName}` : ''}: el archivo guardado está dañado o falta y no se entrega. Recupérelo de la copia de seguridad.`,
      info: { idGenericEntity: participantId },
    },
  ],
  'mail.undelivered': undelivered,
  'proposal.made': proposed,
  'notification.sent': facts =>
    to(facts.participantId).map(recipient => ({
      to: recipient,
      type: 'NOTICE',
      message: facts.notice ?? '',
      info: {},
    })),
  'incident.raised': facts => [
    {
      to: 'centre',
      type: 'ISSUE_CREATED',
      message: `${facts.issuerName} notifica una incidencia sobre ${facts.providerName}: «${facts.incidentTitle}».`,
      info: incidentInfo(facts),
    },
  ],
  'incident.opened': incidentChanged('ISSUE_OPEN', 'está abierta'),
  'incident.edited': facts =>
    facts.incidentTitleBefore === undefined
      ? incidentChanged('ISSUE_MODIFIED', 'tiene otro detalle')(facts)
      : incidentChanged(
          'ISSUE_MODIFIED',
          `se llama ahora «${facts.incidentTitle}»`,
        )({ ...facts, incidentTitle: facts.incidentTitleBefore }),
  'incident.closed': incidentChanged('ISSUE_MODIFIED', 'está cerrada'),
  'incident.reopened': incidentChanged('ISSUE_MODIFIED', 'se ha vuelto a abrir'),
}

/** The notifications that an event makes, with their recipients (D51). */
export function noticesOf(event: EventName, facts: EventFacts): Notice[] {
  return hearings[event]?.(facts) ?? []
}

/**
 * The participants and users that a notification concerns: participants that it names or links to, the issuer of the
 * reported item (the text may quote it), and users that it names. The notification is hidden when such a participant is
 * deleted (D44) and purged with the data of such a user. The link target comes first, if any, so that mails about it
 * keep their order.
 */
export function namedIn({ message, info }: Pick<Notice, 'message' | 'info'>, facts: EventFacts): string[] {
  const named = (id: string | undefined, name: string | undefined) => (name && message.includes(name) ? id : undefined)
  const ids = [
    info.idGenericEntity,
    info.idProvider,
    named(facts.participantId, facts.participantName),
    named(facts.providerId, facts.providerName),
    named(facts.evaluatorId, facts.evaluatorName),
    facts.issuerId,
    named(facts.proposerId, facts.proposerName),
    named(facts.userId, facts.email),
  ]
  return [...new Set(ids.filter(id => id !== undefined))]
}
