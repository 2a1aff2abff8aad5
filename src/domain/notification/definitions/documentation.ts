import type { NotificationDefinitions } from '#domain/notification/definition.ts'
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
  toParticipants,
  withFreeText,
} from '#domain/notification/parts.ts'

export const documentationNotifications = {
  DOC_PENDING: {
    reason: 'Documentación por verificar',
    on: {
      'documentation.sent': facts => ({
        to: centre,
        message: withFreeText(`${facts.participantName} ha enviado documentación para verificar.`, facts),
      }),
    },
    about: ofDocumentation,
    settled: { for: 'centre', by: ['documentation.accepted', 'documentation.rejected'] },
    mailGroup: 'documentation',
    mail: { CCI: 'Un participante ha enviado su documentación y espera su revisión.' },
    target: documentationPath,
    icon: 'file',
    mark: 'PENDING',
  },
  DOC_ACCEPTED: {
    reason: 'Documentación aceptada',
    on: {
      'documentation.accepted': facts => ({
        to: only(facts.participantId),
        message: 'El CCI ha aceptado su documentación. Ya puede usar todo el portal.',
      }),
    },
    about: ofDocumentation,
    settled: null,
    mailGroup: 'documentation',
    mail: toParticipants('El CCI ha aceptado la documentación de su organización.'),
    target: home,
    icon: 'file-check',
    mark: 'ACCEPTED',
  },
  DOC_REJECTED: {
    reason: 'Documentación rechazada',
    on: {
      'documentation.rejected': facts => ({
        to: only(facts.participantId),
        message: `El CCI ha rechazado ${list(facts.documents)}. Lea el motivo y suba otra versión.`,
      }),
    },
    about: ofDocumentation,
    settled: { for: 'participant', by: ['documentation.sent'] },
    mailGroup: 'documentation',
    mail: toParticipants('El CCI ha rechazado algún documento y hay que subirlo de nuevo.'),
    target: ownDocumentationPath,
    icon: 'file-x',
    mark: 'REJECTED',
  },
  DOC_LAPSED: {
    reason: 'Documentación caducada',
    on: {
      'document.lapsed': facts => ({
        to: only(facts.participantId),
        message: facts.isOptional
          ? `Su documento opcional «${facts.documentName}» caducó y ya no vale. Si quiere que vuelva a valer, suba una versión vigente.`
          : `Su documento «${facts.documentName}» caducó el ${expiryOf(facts)}. Suba una versión vigente.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofDocumentation,
    settled: null,
    mailGroup: 'documentation',
    mail: toParticipants('Un documento de su organización ha caducado.'),
    target: ownDocumentationPath,
    icon: 'calendar-x',
    mark: 'LAPSED',
  },
  DOC_REQUIRED: {
    reason: 'Documento nuevo requerido',
    on: {
      'catalogue.document-added': ({ kind, documents = [] }) => ({
        to: kind && documents.length > 0 ? [{ documentedAs: kind }] : [],
        message: `El CCI pide ahora ${list(documents)}. Lo ya aceptado sigue aceptado: suba lo que falta en «Mi documentación».`,
      }),
    },
    about: nothing,
    settled: null,
    mailGroup: 'documentation',
    mail: toParticipants('El CCI pide un documento que antes no pedía.'),
    target: ownDocumentationPath,
    icon: 'file-plus',
    mark: 'PENDING',
  },
} satisfies NotificationDefinitions
