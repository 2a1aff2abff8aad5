import type { NotificationDefinitions } from '#domain/notification/definition.ts'
import {
  centre,
  documentationPath,
  expiryOf,
  home,
  ofDocumentation,
  ofRequest,
  only,
  ownDocumentationPath,
} from '#domain/notification/parts.ts'

export const evaluatorNotifications = {
  AUDIT_EXPIRED: {
    reason: 'Acreditación de evaluador caducada',
    on: {
      'participant.accreditation-expired': facts => ({
        to: [...centre, ...only(facts.participantId)],
        message: `La acreditación de ${facts.participantName} caducó el ${expiryOf(facts)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofDocumentation,
    settled: null,
    mailGroup: 'documentation',
    mail: {
      CCI: 'La acreditación de un evaluador ha caducado.',
      AUDIT: 'Su acreditación como evaluador ha caducado.',
    },
    target: (info, role) => (role === 'AUDIT' ? ownDocumentationPath() : documentationPath(info)),
    icon: 'calendar-x',
    mark: 'LAPSED',
  },
  AUDIT_CHOSEN: {
    reason: 'Elegido como evaluador',
    on: {
      'request.sent': facts => ({
        to: only(facts.evaluatorId),
        message: `${facts.providerName} le ha elegido como evaluador de «${facts.serviceName}».`,
      }),
    },
    about: ofRequest,
    settled: null,
    mailGroup: 'reports',
    mail: { AUDIT: 'Un proveedor le ha elegido como evaluador.' },
    target: home,
    icon: 'scale',
    mark: 'ACCEPTED',
  },
} satisfies NotificationDefinitions
