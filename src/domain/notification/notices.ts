import type { EventName } from '#domain/events.ts'
import { type FourEyesAct, formatDeadline } from '#domain/four-eyes/four-eyes.ts'
import type { LettingIn, Trouble } from '#domain/mail/undelivered.ts'
import { GIVE_UP_DAYS, LATE_HOURS, troubleText } from '#domain/mail/undelivered.ts'
import type { Notice, NotificationInfo, Recipient } from '#domain/notification/notification.ts'
import type { InvitableKind } from '#domain/roles.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/**
 * The facts an event brings for those who hear of it. Names are what people read, ids what the links need.
 */
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
  /** It is not required: what became of it leaves the documentation as it was (D10). */
  isOptional?: boolean
  documents?: string[]
  /** The kind of participant that a catalogue is for, or that a proposal is about. */
  kind?: InvitableKind
  reason?: string
  rating?: string
  expiresOn?: Day
  incidentId?: string
  incidentTitle?: string
  /** What it was called when CCI gave it another title. */
  incidentTitleBefore?: string
  issuerId?: string
  issuerName?: string
  /** CCI's own words to a participant (D22). */
  notice?: string
  /** What whoever made the change wrote to CCI along with it (D22). */
  freeText?: string
  /** Which of its kind time has already announced (D5). */
  onceKey?: string
  /** What a user of CCI proposed, which needs a second one before `until` (ISO 8601). */
  act?: FourEyesAct
  /** How what has a name would be called from then on. */
  renamed?: string
  proposerId?: string
  proposerName?: string
  until?: string
  /** A mail that does not arrive: to which address, whose it is, with what, and why. */
  email?: string
  userId?: string
  template?: LettingIn
  trouble?: Trouble
}

type Hearing = (facts: EventFacts) => Notice[]

/** A sentence's end: after an abbreviation such as 'S.L.' there is already one. */
const sentenceOf = (text: string) => text.replace(/\.?$/, '.')

/** A message with the words that came along with what it tells. */
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
 * CCI hears of the mails of an invitation, of the others the organisation that the person belongs to. What is merely late
 * is told once a day, by the first: a mail server that is down holds up all of them.
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

/** Each proposal: what is proposed, and what leads to where it is confirmed. */
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

/** Who hears what of each event (D51). An event without an entry is told to nobody. */
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

/** The notices that an event makes, with whom they go to (D51). */
export function noticesOf(event: EventName, facts: EventFacts): Notice[] {
  return hearings[event]?.(facts) ?? []
}

/**
 * The participants that a notice names or leads to, and who raised what it tells, whose words it may repeat: when one of
 * them is deleted, it is hidden with it (D44); and the users that it names, with whose data it is destroyed. First the one
 * whom it leads to, if any: mails about it keep their order.
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
