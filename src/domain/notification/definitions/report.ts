import { msg, t } from '#domain/language/translate.ts'
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
  withFreeText,
  withFullStop,
} from '#domain/notification/parts.ts'

const pending = (facts: EventPayload): Message => ({
  to: centre,
  message: withFreeText(
    withFullStop(
      t`${facts.providerName} ha enviado el informe de «${facts.serviceName}», evaluado por ${facts.evaluatorName}`,
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
    reason: msg('Informe de auditoría por verificar'),
    on: { 'request.sent': pending, 'request.edited': pending, 'request.renewed': pending },
    about: ofRequest,
    settled: { for: 'centre', by: ['request.qualified', 'request.rejected', 'request.deleted'] },
    mailGroup: 'reports',
    mail: { CCI: msg('Un proveedor ha enviado un informe de auditoría y espera su calificación.') },
    target: reportPath,
    button: msg('Verificar el informe'),
    icon: 'scale',
    mark: 'PENDING',
  },
  RENEWAL_PENDING: {
    reason: msg('Renovación por verificar'),
    on: {
      'request.renewal-sent': facts => ({
        to: centre,
        message: withFreeText(
          withFullStop(
            t`${facts.providerName} ha enviado la renovación de «${facts.serviceName}», evaluada por ${facts.evaluatorName}`,
          ),
          facts,
        ),
      }),
    },
    about: ofRequest,
    settled: { for: 'centre', by: ['request.qualified', 'request.rejected', 'request.deleted'] },
    mailGroup: 'reports',
    mail: { CCI: msg('Un proveedor ha enviado la renovación de una calificación vigente y espera su revisión.') },
    target: reportPath,
    button: msg('Verificar la renovación'),
    icon: 'scale',
    mark: 'PENDING',
  },
  DOC_AUDIT_REPORT_REJECTED: {
    reason: msg('Informe de auditoría rechazado'),
    on: {
      'request.rejected': ({ documents, rejections, providerId, providerName, evaluatorId, serviceName }) => [
        {
          to: only(providerId),
          message: t`El CCI ha rechazado ${list(documents)} de su solicitud de «${serviceName}».`,
          rejections,
        },
        {
          to: only(evaluatorId),
          message: withFullStop(t`El CCI ha rechazado ${list(documents)} de «${serviceName}», de ${providerName}`),
        },
      ],
    },
    about: ofRequest,
    settled: { for: 'participant', by: ['request.edited'] },
    mailGroup: 'reports',
    mail: {
      PROVIDER: msg('El CCI ha rechazado algún archivo de su informe.'),
      AUDIT: msg('El CCI ha rechazado algún archivo de un informe que usted evaluó.'),
    },
    target: sendReportPath,
    item: (facts, role) => (role === 'PROVIDER' ? null : requestPath(facts)),
    button: msg('Ver la solicitud'),
    icon: 'file-x',
    mark: 'REJECTED',
  },
  SCORE_LOADED: {
    reason: msg('Calificación publicada'),
    on: {
      'request.qualified': facts => ({
        to: everyReader(facts),
        message: t`${facts.providerName} tiene calificación ${facts.rating} en «${facts.serviceName}», hasta el ${expiryOf(facts)}.`,
      }),
      'score.corrected': facts => ({
        to: everyReader(facts),
        message: t`El CCI ha corregido la calificación de ${facts.providerName} en «${facts.serviceName}»: ${facts.rating}, hasta el ${expiryOf(facts)}.`,
      }),
    },
    about: ofRequest,
    settled: null,
    mailGroup: 'reports',
    mail: {
      PROVIDER: msg('El CCI ha publicado o corregido una calificación suya.'),
      AUDIT: msg('Se ha publicado o corregido la calificación de un informe que usted evaluó.'),
      ENTITY: msg('Se ha publicado o corregido la calificación de un proveedor que sigue, o cuyo servicio utiliza.'),
    },
    target: home,
    item: requestPath,
    button: msg('Ver la calificación'),
    icon: 'rosette',
    mark: 'QUALIFIED',
  },
  SCORE_LAPSED: {
    reason: msg('Calificación caducada'),
    on: {
      'score.lapsed': facts => ({
        to: everyReader(facts),
        message: t`La calificación de ${facts.providerName} en «${facts.serviceName}» caducó el ${expiryOf(facts)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofRequest,
    settled: { for: 'participant', by: ['request.renewed'] },
    mailGroup: 'reports',
    mail: {
      PROVIDER: msg('Una calificación suya ha caducado.'),
      AUDIT: msg('Ha caducado la calificación de un informe que usted evaluó.'),
      ENTITY: msg('Ha caducado la calificación de un proveedor que sigue, o cuyo servicio utiliza.'),
    },
    target: sendReportPath,
    item: (facts, role) => (role === 'PROVIDER' ? null : requestPath(facts)),
    button: msg('Ver la calificación'),
    icon: 'calendar-x',
    mark: 'LAPSED',
  },
  SCORE_NOTICE_LAPSED: {
    reason: msg('Calificación próxima a caducar'),
    on: {
      'score.about-to-lapse': facts => ({
        to: ofStep(facts, only(facts.providerId), followersOf(facts)),
        message: t`La calificación de ${facts.providerName} en «${facts.serviceName}» caduca el ${expiryOf(facts)}.`,
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
      PROVIDER: msg('Una calificación suya está próxima a caducar.'),
      ENTITY: msg('La calificación de un proveedor que sigue, o cuyo servicio utiliza, está próxima a caducar.'),
    },
    target: nowhere,
    item: requestPath,
    button: msg('Ver la calificación'),
    icon: 'calendar-x',
    mark: 'PENDING',
  },
} satisfies NotificationDefinitions
