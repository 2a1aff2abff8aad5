import type { NotificationDefinitions, NotificationInfo, Recipient } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import {
  centre,
  expiryOf,
  ofDocumentation,
  only,
  sentenceOf,
  thatThread,
  threadPath,
} from '#domain/notification/parts.ts'

const ofThread = (facts: EventPayload): NotificationInfo => ({
  ...ofDocumentation(facts),
  idClarification: facts.clarificationId,
})

/** A party of a thread as a recipient. */
function partyOf(role: EventPayload['asked'], { participantId, evaluatorId }: EventPayload): Recipient[] {
  if (role === 'CCI') return centre
  return only(role === 'AUDIT' ? (evaluatorId ?? participantId) : participantId)
}

function nameOf(role: EventPayload['asked'], { participantName, evaluatorName }: EventPayload): string {
  if (role === 'CCI') return 'El CCI'
  return (role === 'AUDIT' ? (evaluatorName ?? participantName) : participantName) ?? ''
}

const aboutWhat = ({ serviceName }: EventPayload) => (serviceName ? `«${serviceName}»` : 'la documentación')

export const clarificationNotifications = {
  CLARIFICATION_ASKED: {
    reason: 'Aclaración pedida',
    on: {
      'clarification.asked': facts => ({
        to: partyOf(facts.asked, facts),
        message: sentenceOf(
          `${nameOf(facts.asker, facts)} pide una aclaración sobre ${aboutWhat(facts)}: «${facts.subject}»`,
        ),
      }),
      'clarification.asked-more': facts => ({
        to: partyOf(facts.asked, facts),
        message: sentenceOf(`${nameOf(facts.asker, facts)} pregunta más sobre ${aboutWhat(facts)}: «${facts.subject}»`),
      }),
    },
    about: ofThread,
    settled: {
      for: 'all',
      by: ['clarification.answered', 'clarification.closed', 'appeal.decided'],
      what: thatThread,
    },
    mailGroup: 'reports',
    mail: {
      CCI: 'Un proveedor pide una aclaración al CCI.',
      PROVIDER: 'El CCI o su evaluador le piden una aclaración.',
      AUDIT: 'El CCI le pide una aclaración.',
    },
    target: threadPath,
    button: 'Responder la aclaración',
    icon: 'message',
    mark: 'PENDING',
  },
  CLARIFICATION_ANSWERED: {
    reason: 'Aclaración contestada',
    on: {
      'clarification.answered': facts => ({
        to: partyOf(facts.asker, facts),
        message: sentenceOf(
          `${nameOf(facts.asked, facts)} ha contestado sobre ${aboutWhat(facts)}: «${facts.subject}»`,
        ),
      }),
    },
    about: ofThread,
    settled: {
      for: 'all',
      by: ['clarification.asked-more', 'clarification.closed', 'appeal.decided'],
      what: thatThread,
    },
    mailGroup: 'reports',
    mail: {
      CCI: 'Han contestado a una aclaración que pidió el CCI.',
      PROVIDER: 'El CCI ha contestado a su aclaración.',
      AUDIT: 'El proveedor ha contestado a su aclaración.',
    },
    target: threadPath,
    button: 'Ver la respuesta',
    icon: 'message',
    mark: 'ACCEPTED',
  },
  CLARIFICATION_DUE: {
    reason: 'Aclaración por contestar',
    on: {
      'clarification.due': facts => ({
        to: partyOf(facts.asked, facts),
        message: sentenceOf(
          `El plazo para contestar a «${facts.subject}», sobre ${aboutWhat(facts)}, termina el ${expiryOf(facts)}`,
        ),
        onceKey: facts.onceKey,
      }),
    },
    about: ofThread,
    settled: {
      for: 'all',
      by: ['clarification.answered', 'clarification.closed', 'appeal.decided'],
      what: thatThread,
    },
    mailGroup: 'reports',
    mail: {
      CCI: 'Termina el plazo para contestar a una aclaración pedida al CCI.',
      PROVIDER: 'Termina el plazo para contestar a una aclaración.',
      AUDIT: 'Termina el plazo para contestar a una aclaración.',
    },
    target: threadPath,
    button: 'Responder la aclaración',
    icon: 'calendar-x',
    mark: 'PENDING',
  },
  APPEAL_MADE: {
    reason: 'Reclamación recibida',
    on: {
      'appeal.made': facts => ({
        to: centre,
        message: sentenceOf(
          `${facts.participantName} reclama contra la calificación de ${aboutWhat(facts)}: «${facts.subject}»`,
        ),
      }),
    },
    about: ofThread,
    settled: { for: 'all', by: ['appeal.decided', 'clarification.closed'], what: thatThread },
    mailGroup: 'reports',
    mail: { CCI: 'Un proveedor reclama contra una calificación.' },
    target: threadPath,
    button: 'Ver la reclamación',
    icon: 'scale',
    mark: 'PENDING',
  },
  APPEAL_DECIDED: {
    reason: 'Reclamación resuelta',
    on: {
      'appeal.decided': facts => ({
        to: only(facts.participantId),
        message: sentenceOf(
          `El CCI ha ${facts.outcome === 'UPHELD' ? 'estimado' : 'desestimado'} su reclamación contra la calificación de ${aboutWhat(facts)}: «${facts.subject}»`,
        ),
      }),
    },
    about: ofThread,
    settled: null,
    mailGroup: 'reports',
    mail: { PROVIDER: 'El CCI ha resuelto su reclamación contra una calificación.' },
    target: threadPath,
    button: 'Ver la reclamación',
    icon: 'scale',
    mark: 'ACCEPTED',
  },
} satisfies NotificationDefinitions
