import type { Message, NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import {
  centre,
  expiryOf,
  followersOf,
  home,
  list,
  nowhere,
  ofRequest,
  ofStep,
  only,
  reportPath,
  requestPath,
  sendReportPath,
  sentenceOf,
  withFreeText,
} from '#domain/notification/parts.ts'

const pending = (facts: EventPayload): Message => ({
  to: centre,
  message: withFreeText(
    sentenceOf(
      `${facts.providerName} ha enviado el informe de «${facts.serviceName}», evaluado por ${facts.evaluatorName}`,
    ),
    facts,
  ),
})

const everyReader = (facts: EventPayload) => [
  ...only(facts.providerId),
  ...only(facts.evaluatorId),
  ...followersOf(facts),
]

const renewed = (facts: EventPayload): NotificationInfo => {
  const validationId = facts.renewsId ?? facts.validationId
  return validationId ? { validationId } : {}
}

export const reportNotifications = {
  DOC_AUDIT_REPORT_PENDING: {
    reason: 'Informe de auditoría por verificar',
    on: { 'request.sent': pending, 'request.edited': pending, 'request.renewed': pending },
    about: ofRequest,
    settled: { for: 'centre', by: ['request.qualified', 'request.rejected', 'request.deleted'] },
    mailGroup: 'reports',
    mail: { CCI: 'Un proveedor ha enviado un informe de auditoría y espera su calificación.' },
    target: reportPath,
    button: 'Verificar el informe',
    icon: 'scale',
    mark: 'PENDING',
  },
  RENEWAL_PENDING: {
    reason: 'Renovación por verificar',
    on: {
      'request.renewal-sent': facts => ({
        to: centre,
        message: withFreeText(
          sentenceOf(
            `${facts.providerName} ha enviado la renovación de «${facts.serviceName}», evaluada por ${facts.evaluatorName}`,
          ),
          facts,
        ),
      }),
    },
    about: ofRequest,
    settled: { for: 'centre', by: ['request.qualified', 'request.rejected', 'request.deleted'] },
    mailGroup: 'reports',
    mail: { CCI: 'Un proveedor ha enviado la renovación de una calificación vigente y espera su revisión.' },
    target: reportPath,
    button: 'Verificar la renovación',
    icon: 'scale',
    mark: 'PENDING',
  },
  DOC_AUDIT_REPORT_REJECTED: {
    reason: 'Informe de auditoría rechazado',
    on: {
      'request.rejected': ({ documents, rejections, providerId, providerName, evaluatorId, serviceName }) => [
        {
          to: only(providerId),
          message: `El CCI ha rechazado ${list(documents)} de su solicitud de «${serviceName}».`,
          rejections,
        },
        {
          to: only(evaluatorId),
          message: sentenceOf(`El CCI ha rechazado ${list(documents)} de «${serviceName}», de ${providerName}`),
        },
      ],
    },
    about: ofRequest,
    settled: { for: 'participant', by: ['request.edited'] },
    mailGroup: 'reports',
    mail: {
      PROVIDER: 'El CCI ha rechazado algún archivo de su informe.',
      AUDIT: 'El CCI ha rechazado algún archivo de un informe que usted evaluó.',
    },
    target: sendReportPath,
    item: (facts, role) => (role === 'PROVIDER' ? null : requestPath(facts)),
    button: 'Ver la solicitud',
    icon: 'file-x',
    mark: 'REJECTED',
  },
  SCORE_LOADED: {
    reason: 'Calificación publicada',
    on: {
      'request.qualified': facts => ({
        to: everyReader(facts),
        message: `${facts.providerName} tiene calificación ${facts.rating} en «${facts.serviceName}», hasta el ${expiryOf(facts)}.`,
      }),
      'score.corrected': facts => ({
        to: everyReader(facts),
        message: `El CCI ha corregido la calificación de ${facts.providerName} en «${facts.serviceName}»: ${facts.rating}, hasta el ${expiryOf(facts)}.`,
      }),
    },
    about: ofRequest,
    settled: null,
    mailGroup: 'reports',
    mail: {
      PROVIDER: 'El CCI ha publicado o corregido una calificación suya.',
      AUDIT: 'Se ha publicado o corregido la calificación de un informe que usted evaluó.',
      ENTITY: 'Se ha publicado o corregido la calificación de un proveedor que sigue, o cuyo servicio utiliza.',
    },
    target: home,
    item: requestPath,
    button: 'Ver la calificación',
    icon: 'rosette',
    mark: 'QUALIFIED',
  },
  SCORE_LAPSED: {
    reason: 'Calificación caducada',
    on: {
      'score.lapsed': facts => ({
        to: everyReader(facts),
        message: `La calificación de ${facts.providerName} en «${facts.serviceName}» caducó el ${expiryOf(facts)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofRequest,
    settled: { for: 'participant', by: ['request.renewed'] },
    mailGroup: 'reports',
    mail: {
      PROVIDER: 'Una calificación suya ha caducado.',
      AUDIT: 'Ha caducado la calificación de un informe que usted evaluó.',
      ENTITY: 'Ha caducado la calificación de un proveedor que sigue, o cuyo servicio utiliza.',
    },
    target: sendReportPath,
    item: (facts, role) => (role === 'PROVIDER' ? null : requestPath(facts)),
    button: 'Ver la calificación',
    icon: 'calendar-x',
    mark: 'LAPSED',
  },
  SCORE_NOTICE_LAPSED: {
    reason: 'Calificación próxima a caducar',
    on: {
      'score.about-to-lapse': facts => ({
        to: ofStep(facts, only(facts.providerId), followersOf(facts)),
        message: `La calificación de ${facts.providerName} en «${facts.serviceName}» caduca el ${expiryOf(facts)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofRequest,
    settled: { for: 'participant', by: ['request.renewed'] },
    ladder: {
      outlivedBy: ['request.renewed', 'request.renewal-sent', 'request.superseded', 'score.corrected'],
      what: facts => (facts.extended === false ? null : renewed(facts)),
    },
    mailGroup: 'reports',
    mail: {
      PROVIDER: 'Una calificación suya está próxima a caducar.',
      ENTITY: 'La calificación de un proveedor que sigue, o cuyo servicio utiliza, está próxima a caducar.',
    },
    target: nowhere,
    item: requestPath,
    button: 'Ver la calificación',
    icon: 'calendar-x',
    mark: 'PENDING',
  },
} satisfies NotificationDefinitions
