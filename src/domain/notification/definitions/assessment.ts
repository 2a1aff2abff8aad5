import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { centre, ofRequest, only, reportPath, withFullStop } from '#domain/notification/parts.ts'

const ofAssessment = (facts: EventPayload) => ({ ...ofRequest(facts), assessmentId: facts.assessmentId })

export const assessmentNotifications = {
  ASSESSMENT_CONFIRMED: {
    reason: msg('Evaluación confirmada'),
    on: {
      'assessment.confirmed': ({ evaluatorName, serviceName, providerId, providerName }) => [
        {
          to: centre,
          message: withFullStop(
            t`${evaluatorName} ha confirmado la evaluación de «${serviceName}», de ${providerName}`,
          ),
        },
        {
          to: only(providerId),
          message: t`${evaluatorName} ha confirmado la evaluación de su solicitud de «${serviceName}».`,
        },
      ],
    },
    about: ofAssessment,
    settled: {
      for: 'centre',
      by: ['request.qualified', 'request.rejected', 'request.deleted', 'assessment.taken-back', 'assessment.reopened'],
    },
    mailGroup: 'reports',
    mail: {
      CCI: msg('Un evaluador ha confirmado la evaluación de una solicitud.'),
      PROVIDER: msg('Su evaluador ha confirmado la evaluación de una solicitud.'),
    },
    target: (info, role) => (role === 'CCI' ? reportPath(info) : `/assessment-view/${info.assessmentId ?? ''}`),
    button: msg('Ver la evaluación'),
    icon: 'file-check',
    mark: 'ACCEPTED',
  },
  ASSESSMENT_REOPENED: {
    reason: msg('Evaluación por confirmar de nuevo'),
    on: {
      'assessment.reopened': ({ evaluatorId, serviceName, providerName }) => ({
        to: only(evaluatorId),
        message: withFullStop(
          t`Se ha sustituido un archivo y debe revisar y confirmar de nuevo la evaluación de «${serviceName}», de ${providerName}`,
        ),
      }),
    },
    about: ofAssessment,
    settled: { for: 'evaluator', by: ['assessment.confirmed', 'assessment.discarded'] },
    mailGroup: 'reports',
    mail: { AUDIT: msg('Se ha sustituido un archivo de una solicitud cuya evaluación había confirmado.') },
    target: ({ validationId = '' }) => `/assessment/${validationId}`,
    button: msg('Ver la evaluación'),
    icon: 'file-alert',
    mark: 'PENDING',
  },
} as const satisfies NotificationDefinitions
