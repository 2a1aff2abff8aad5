import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import {
  centre,
  declarationPath,
  ofRequest,
  only,
  reportPath,
  sendReportPath,
  withFullStop,
} from '#domain/notification/parts.ts'

/** A new round of the request, where the centre asks for the declaration. */
const newRound = ({ declares, evaluatorId, serviceName, providerName }: EventPayload) =>
  declares
    ? {
        to: only(evaluatorId),
        message: withFullStop(
          t`La solicitud de «${serviceName}», de ${providerName}, se ha enviado de nuevo y necesita otra declaración de independencia`,
        ),
      }
    : []

export const independenceNotifications = {
  INDEPENDENCE_DUE: {
    reason: msg('Declaración pendiente'),
    on: {
      'independence.due': ({ evaluatorId, serviceName, providerName, onceKey }) => ({
        to: only(evaluatorId),
        message: withFullStop(t`Falta su declaración de independencia para «${serviceName}», de ${providerName}`),
        onceKey,
      }),
      'request.edited': newRound,
      'request.renewed': newRound,
    },
    about: ofRequest,
    settled: { for: 'evaluator', by: ['independence.declared', 'independence.conflict-declared'] },
    mailGroup: 'reports',
    mail: { AUDIT: msg('Falta su declaración de independencia para una solicitud.') },
    target: declarationPath,
    button: msg('Declarar'),
    icon: 'file-alert',
    mark: 'PENDING',
  },
  INDEPENDENCE_CONFLICT: {
    reason: msg('Posible conflicto declarado'),
    on: {
      'independence.conflict-declared': ({ evaluatorName, serviceName, providerName }) => ({
        to: centre,
        message: withFullStop(
          t`${evaluatorName} declara un posible conflicto de independencia en «${serviceName}», de ${providerName}`,
        ),
      }),
    },
    about: ofRequest,
    settled: { for: 'centre', by: ['independence.admitted', 'independence.refused', 'independence.cleared'] },
    mailGroup: 'reports',
    mail: { CCI: msg('Un evaluador declara un posible conflicto de independencia.') },
    target: reportPath,
    button: msg('Decidir'),
    icon: 'scale',
    mark: 'PENDING',
  },
  INDEPENDENCE_REFUSED: {
    reason: msg('Evaluador no admitido'),
    on: {
      'independence.refused': ({ providerId, providerName, evaluatorId, evaluatorName, serviceName, reason }) => [
        {
          to: only(providerId),
          message: t`El CCI no ha admitido a ${evaluatorName} como evaluador de «${serviceName}»: «${reason}». Elimine la solicitud y envíela con otro evaluador.`,
        },
        {
          to: only(evaluatorId),
          message: t`El CCI no le ha admitido como evaluador de «${serviceName}», de ${providerName}: «${reason}».`,
        },
      ],
    },
    about: ofRequest,
    settled: null,
    mailGroup: 'reports',
    mail: {
      PROVIDER: msg('El CCI no ha admitido al evaluador de una solicitud suya.'),
      AUDIT: msg('El CCI no le ha admitido como evaluador de una solicitud.'),
    },
    target: (info, role) => (role === 'AUDIT' ? declarationPath(info) : sendReportPath(info, role)),
    button: msg('Ver la solicitud'),
    icon: 'file-x',
    mark: 'REJECTED',
  },
} as const satisfies NotificationDefinitions
