import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo, Recipient } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import {
  centre,
  expiryOf,
  ofDocumentation,
  only,
  thatThread,
  threadPath,
  withFullStop,
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
  if (role === 'CCI') return t('El CCI')
  return (role === 'AUDIT' ? (evaluatorName ?? participantName) : participantName) ?? ''
}

const aboutWhat = ({ serviceName }: EventPayload) => (serviceName ? t`«${serviceName}»` : t('la documentación'))

export const clarificationNotifications = {
  CLARIFICATION_ASKED: {
    reason: msg('Aclaración pedida'),
    on: {
      'clarification.asked': facts => ({
        to: partyOf(facts.asked, facts),
        message: withFullStop(
          t`${nameOf(facts.asker, facts)} pide una aclaración sobre ${aboutWhat(facts)}: «${facts.subject}»`,
        ),
      }),
      'clarification.asked-more': facts => ({
        to: partyOf(facts.asked, facts),
        message: withFullStop(
          t`${nameOf(facts.asker, facts)} pregunta más sobre ${aboutWhat(facts)}: «${facts.subject}»`,
        ),
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
      CCI: msg('Un proveedor pide una aclaración al CCI.'),
      PROVIDER: msg('El CCI o su evaluador le piden una aclaración.'),
      AUDIT: msg('El CCI le pide una aclaración.'),
    },
    target: threadPath,
    button: msg('Responder la aclaración'),
    icon: 'message',
    mark: 'PENDING',
  },
  CLARIFICATION_ANSWERED: {
    reason: msg('Aclaración contestada'),
    on: {
      'clarification.answered': facts => ({
        to: partyOf(facts.asker, facts),
        message: withFullStop(
          t`${nameOf(facts.asked, facts)} ha contestado sobre ${aboutWhat(facts)}: «${facts.subject}»`,
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
      CCI: msg('Han contestado a una aclaración que pidió el CCI.'),
      PROVIDER: msg('El CCI ha contestado a su aclaración.'),
      AUDIT: msg('El proveedor ha contestado a su aclaración.'),
    },
    target: threadPath,
    button: msg('Ver la respuesta'),
    icon: 'message',
    mark: 'ACCEPTED',
  },
  CLARIFICATION_DUE: {
    reason: msg('Aclaración por contestar'),
    on: {
      'clarification.due': facts => ({
        to: partyOf(facts.asked, facts),
        message: withFullStop(
          t`El plazo para contestar a «${facts.subject}», sobre ${aboutWhat(facts)}, termina el ${expiryOf(facts)}`,
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
      CCI: msg('Termina el plazo para contestar a una aclaración pedida al CCI.'),
      PROVIDER: msg('Termina el plazo para contestar a una aclaración.'),
      AUDIT: msg('Termina el plazo para contestar a una aclaración.'),
    },
    target: threadPath,
    button: msg('Responder la aclaración'),
    icon: 'calendar-x',
    mark: 'PENDING',
  },
  APPEAL_MADE: {
    reason: msg('Reclamación recibida'),
    on: {
      'appeal.made': facts => ({
        to: centre,
        message: withFullStop(
          t`${facts.participantName} reclama contra la calificación de ${aboutWhat(facts)}: «${facts.subject}»`,
        ),
      }),
    },
    about: ofThread,
    settled: { for: 'all', by: ['appeal.decided', 'clarification.closed'], what: thatThread },
    mailGroup: 'reports',
    mail: { CCI: msg('Un proveedor reclama contra una calificación.') },
    target: threadPath,
    button: msg('Ver la reclamación'),
    icon: 'scale',
    mark: 'PENDING',
  },
  APPEAL_DECIDED: {
    reason: msg('Reclamación resuelta'),
    on: {
      'appeal.decided': facts => ({
        to: only(facts.participantId),
        message: withFullStop(
          facts.outcome === 'UPHELD'
            ? t`El CCI ha estimado su reclamación contra la calificación de ${aboutWhat(facts)}: «${facts.subject}»`
            : t`El CCI ha desestimado su reclamación contra la calificación de ${aboutWhat(facts)}: «${facts.subject}»`,
        ),
      }),
    },
    about: ofThread,
    settled: null,
    mailGroup: 'reports',
    mail: { PROVIDER: msg('El CCI ha resuelto su reclamación contra una calificación.') },
    target: threadPath,
    button: msg('Ver la reclamación'),
    icon: 'scale',
    mark: 'ACCEPTED',
  },
} satisfies NotificationDefinitions
