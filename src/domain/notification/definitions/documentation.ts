import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import {
  centre,
  documentationPath,
  expiryOf,
  home,
  list,
  nothing,
  ofDocumentation,
  only,
  ownDocumentationPath,
  thatThread,
  threadPath,
  toParticipants,
  withFreeText,
} from '#domain/notification/parts.ts'

const ofTask = ({ participantId, validationId, documentName }: EventPayload): NotificationInfo => ({
  idGenericEntity: participantId,
  validationId,
  name: documentName,
})
const thatTask = (facts: EventPayload) => (facts.validationId && facts.documentName ? ofTask(facts) : null)
const ofQuestion = (facts: EventPayload): NotificationInfo => ({
  ...ofDocumentation(facts),
  idClarification: facts.clarificationId,
})

export const documentationNotifications = {
  TASK_ASSIGNED: {
    reason: msg('Tarea asignada'),
    on: {
      'document.assigned': ({ colleagueId, documentName }) => ({
        to: colleagueId ? [{ user: colleagueId }] : [],
        message: t`Una persona de su organización le ha asignado el documento «${documentName}».`,
      }),
      'clarification.assigned': ({ colleagueId, subject }) => ({
        to: colleagueId ? [{ user: colleagueId }] : [],
        message: t`Una persona de su organización le ha asignado la aclaración «${subject}».`,
      }),
    },
    about: facts => thatTask(facts) ?? ofQuestion(facts),
    settled: {
      for: 'all',
      by: ['document.uploaded', 'clarification.answered', 'clarification.closed', 'appeal.decided'],
      what: facts => thatTask(facts) ?? thatThread(facts),
    },
    mailGroup: 'documentation',
    mail: toParticipants(msg('Una persona de su organización le asigna un documento o una aclaración.')),
    target: info => (info.idClarification ? threadPath(info) : ownDocumentationPath()),
    button: msg('Ver la tarea'),
    icon: 'file-plus',
    mark: 'PENDING',
  },
  DOC_PENDING: {
    reason: msg('Documentación por verificar'),
    on: {
      'documentation.sent': facts => ({
        to: centre,
        message: withFreeText(t`${facts.participantName} ha enviado documentación para verificar.`, facts),
      }),
    },
    about: ofDocumentation,
    settled: { for: 'centre', by: ['documentation.accepted', 'documentation.rejected'] },
    mailGroup: 'documentation',
    mail: { CCI: msg('Un participante ha enviado su documentación y espera su revisión.') },
    target: documentationPath,
    button: msg('Verificar la documentación'),
    icon: 'file',
    mark: 'PENDING',
  },
  DOC_ACCEPTED: {
    reason: msg('Documentación aceptada'),
    on: {
      'documentation.accepted': facts => ({
        to: only(facts.participantId),
        message: t('El CCI ha aceptado su documentación. Ya puede usar todo el portal.'),
      }),
    },
    about: ofDocumentation,
    settled: null,
    mailGroup: 'documentation',
    mail: toParticipants(msg('El CCI ha aceptado la documentación de su organización.')),
    target: home,
    button: msg('Entrar en el portal'),
    icon: 'file-check',
    mark: 'ACCEPTED',
  },
  DOC_REJECTED: {
    reason: msg('Documentación rechazada'),
    on: {
      'documentation.rejected': facts => ({
        to: only(facts.participantId),
        message: t`El CCI ha rechazado ${list(facts.documents)}. Lea el motivo y suba otra versión.`,
        rejections: facts.rejections,
      }),
    },
    about: ofDocumentation,
    settled: { for: 'participant', by: ['documentation.sent'] },
    mailGroup: 'documentation',
    mail: toParticipants(msg('El CCI ha rechazado algún documento y hay que subirlo de nuevo.')),
    target: ownDocumentationPath,
    button: msg('Corregir la documentación'),
    icon: 'file-x',
    mark: 'REJECTED',
  },
  DOC_LAPSED: {
    reason: msg('Documentación caducada'),
    on: {
      'document.lapsed': facts => ({
        to: only(facts.participantId),
        message: facts.isOptional
          ? t`Su documento opcional «${facts.documentName}» caducó y ya no vale. Si quiere que vuelva a valer, suba una versión vigente.`
          : t`Su documento «${facts.documentName}» caducó el ${expiryOf(facts)}. Suba una versión vigente.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofDocumentation,
    settled: null,
    mailGroup: 'documentation',
    mail: toParticipants(msg('Un documento de su organización ha caducado.')),
    target: ownDocumentationPath,
    button: msg('Renovar el documento'),
    icon: 'calendar-x',
    mark: 'LAPSED',
  },
  DOC_NOTICE_LAPSED: {
    reason: msg('Documento próximo a caducar'),
    on: {
      'document.about-to-lapse': facts => ({
        to: only(facts.participantId),
        message: facts.isOptional
          ? t`Su documento opcional «${facts.documentName}» caduca el ${expiryOf(facts)}. Suba una versión nueva antes.`
          : t`Su documento «${facts.documentName}» caduca el ${expiryOf(facts)}. Suba una versión nueva antes.`,
        onceKey: facts.onceKey,
      }),
    },
    about: facts => ({ ...ofDocumentation(facts), documentId: facts.documentId }),
    settled: null,
    ladder: {
      outlivedBy: ['document.uploaded'],
      what: ({ documentId }) => (documentId ? { documentId } : null),
    },
    mailGroup: 'documentation',
    mail: toParticipants(msg('Un documento de su organización está próximo a caducar.')),
    target: ownDocumentationPath,
    button: msg('Renovar el documento'),
    icon: 'calendar-x',
    mark: 'PENDING',
  },
  DOC_REQUIRED: {
    reason: msg('Documento nuevo requerido'),
    on: {
      'catalogue.document-added': ({ kind, documents = [] }) => ({
        to: kind && documents.length > 0 ? [{ documentedAs: kind }] : [],
        message: t`El CCI pide ahora ${list(documents)}. Lo ya aceptado sigue aceptado: suba lo que falta en «Mi documentación».`,
      }),
    },
    about: nothing,
    settled: null,
    mailGroup: 'documentation',
    mail: toParticipants(msg('El CCI pide un documento que antes no pedía.')),
    target: ownDocumentationPath,
    button: msg('Subir el documento'),
    icon: 'file-plus',
    mark: 'PENDING',
  },
} satisfies NotificationDefinitions
