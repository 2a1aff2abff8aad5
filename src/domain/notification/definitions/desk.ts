import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { centre, documentationPath, ofDocumentation, ofRequest, reportPath } from '#domain/notification/parts.ts'
import { formatDay } from '#domain/values/day.ts'

/** A task of CCI is an incident, a request or a documentation. */
const ofTask = (facts: EventPayload): NotificationInfo => {
  if (facts.incidentId) return { idProvider: facts.providerId, idIssue: facts.incidentId }
  return facts.providerId ? ofRequest(facts) : ofDocumentation(facts)
}

const nameOf = ({ incidentTitle, serviceName, providerName, participantName }: EventPayload): string => {
  if (incidentTitle) return t`La incidencia «${incidentTitle}» sobre ${providerName}`
  return serviceName ? t`El informe de «${serviceName}» de ${providerName}` : t`La documentación de ${participantName}`
}

export const deskNotifications = {
  QUEUE_OVERDUE: {
    reason: msg('Fuera de plazo'),
    on: {
      'queue.overdue': facts => ({
        to: facts.assigneeId ? [{ user: facts.assigneeId }] : centre,
        message: t`${nameOf(facts)} espera al CCI, y su plazo venció el ${formatDay(facts.dueOn!)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofTask,
    settled: {
      for: 'centre',
      by: [
        'documentation.accepted',
        'documentation.rejected',
        'request.qualified',
        'request.rejected',
        'request.deleted',
        'incident.opened',
      ],
    },
    mailGroup: 'centre',
    mail: { CCI: msg('Ha vencido el plazo de algo que usted tiene asignado, o que nadie ha tomado.') },
    target: info => {
      if (info.idIssue) return `/incidences/open-incidence/${info.idProvider ?? ''}-${info.idIssue}-w`
      return info.idProvider ? reportPath(info) : documentationPath(info)
    },
    button: msg('Abrir la verificación'),
    icon: 'calendar-x',
    mark: 'LAPSED',
  },
} satisfies NotificationDefinitions
