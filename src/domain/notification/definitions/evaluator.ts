import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions } from '#domain/notification/definition.ts'
import {
  centre,
  declarationPath,
  documentationPath,
  expiryOf,
  home,
  ofDocumentation,
  ofRequest,
  ofStep,
  only,
  ownDocumentationPath,
  requestPath,
} from '#domain/notification/parts.ts'

export const evaluatorNotifications = {
  AUDIT_EXPIRED: {
    reason: msg('Acreditación de evaluador caducada'),
    on: {
      'participant.accreditation-expired': facts => ({
        to: [...centre, ...only(facts.participantId)],
        message: t`La acreditación de ${facts.participantName} caducó el ${expiryOf(facts)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofDocumentation,
    settled: null,
    mailGroup: 'documentation',
    mail: {
      CCI: msg('La acreditación de un evaluador ha caducado.'),
      AUDIT: msg('Su acreditación como evaluador ha caducado.'),
    },
    target: (info, role) => (role === 'AUDIT' ? ownDocumentationPath() : documentationPath(info)),
    button: msg('Ver la documentación'),
    icon: 'calendar-x',
    mark: 'LAPSED',
  },
  AUDIT_NOTICE_EXPIRED: {
    reason: msg('Acreditación próxima a caducar'),
    on: {
      'participant.accreditation-ending': facts => ({
        to: ofStep(facts, only(facts.participantId), centre),
        message: t`La acreditación de ${facts.participantName} caduca el ${expiryOf(facts)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofDocumentation,
    settled: null,
    ladder: {
      outlivedBy: ['participant.accredited'],
      what: ({ participantId }) => (participantId ? { idGenericEntity: participantId } : null),
    },
    mailGroup: 'documentation',
    mail: {
      CCI: msg('La acreditación de un evaluador está próxima a caducar.'),
      AUDIT: msg('Su acreditación como evaluador está próxima a caducar.'),
    },
    target: (info, role) => (role === 'AUDIT' ? ownDocumentationPath() : documentationPath(info)),
    button: msg('Ver la documentación'),
    icon: 'calendar-x',
    mark: 'PENDING',
  },
  AUDIT_CHOSEN: {
    reason: msg('Elegido como evaluador'),
    on: {
      'request.sent': facts => ({
        to: only(facts.evaluatorId),
        message: t`${facts.providerName} le ha elegido como evaluador de «${facts.serviceName}».`,
      }),
      'request.renewal-sent': facts => ({
        to: only(facts.evaluatorId),
        message: t`${facts.providerName} le ha elegido como evaluador de la renovación de «${facts.serviceName}».`,
      }),
    },
    about: facts => ({ ...ofRequest(facts), ...(facts.declares ? { place: 'independence' as const } : {}) }),
    settled: null,
    mailGroup: 'reports',
    mail: { AUDIT: msg('Un proveedor le ha elegido como evaluador.') },
    // To the declaration where the centre asks for it (SEAL-06).
    target: (info, role) => (info.place === 'independence' ? declarationPath(info) : home(info, role)),
    item: facts => (facts.declares ? declarationPath(facts) : requestPath(facts)),
    button: msg('Ver la solicitud'),
    icon: 'scale',
    mark: 'ACCEPTED',
  },
} satisfies NotificationDefinitions
