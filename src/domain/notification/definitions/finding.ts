import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { centre, expiryOf, followersOf, ofRequest, only, withFullStop } from '#domain/notification/parts.ts'

const ofFinding = (facts: EventPayload): NotificationInfo => ({ ...ofRequest(facts), idFinding: facts.findingId })
const thatFinding = ({ findingId }: EventPayload) => (findingId ? { idFinding: findingId } : null)

const findingsPath = ({ idFinding }: NotificationInfo) => (idFinding ? `/findings?row=${idFinding}` : '/findings')

export const findingNotifications = {
  FINDING_RAISED: {
    reason: msg('Hallazgos nuevos'),
    on: {
      'finding.raised': ({ providerId, serviceName, count = 1 }) => ({
        to: only(providerId),
        message:
          count === 1
            ? t`Hay 1 hallazgo nuevo en «${serviceName}». Planifique su medida.`
            : t`Hay ${count} hallazgos nuevos en «${serviceName}». Planifique sus medidas.`,
      }),
    },
    about: ofRequest,
    settled: {
      for: 'all',
      by: ['finding.planned', 'finding.withdrawn', 'finding.resolved', 'finding.raising-undone'],
      // All of the request have a plan.
      what: ({ unplanned, validationId }) => (unplanned === 0 && validationId ? { validationId } : null),
    },
    mailGroup: 'reports',
    mail: { PROVIDER: msg('Hay hallazgos nuevos en un servicio suyo.') },
    target: () => '/findings',
    button: msg('Ver los hallazgos'),
    icon: 'file-alert',
    mark: 'PENDING',
  },
  FINDING_DUE: {
    reason: msg('Medida por vencer'),
    on: {
      'finding.due': facts => ({
        to: only(facts.providerId),
        message: t`La medida del hallazgo «${facts.finding}», de «${facts.serviceName}», vence el ${expiryOf(facts)}.`,
        onceKey: facts.onceKey,
      }),
    },
    about: ofFinding,
    settled: null,
    ladder: {
      outlivedBy: ['finding.planned', 'finding.done', 'finding.resolved', 'finding.withdrawn'],
      what: thatFinding,
    },
    mailGroup: 'reports',
    mail: { PROVIDER: msg('La medida de un hallazgo suyo está por vencer.') },
    target: findingsPath,
    button: msg('Ver el hallazgo'),
    icon: 'calendar-x',
    mark: 'PENDING',
  },
  FINDING_OVERDUE: {
    reason: msg('Medida fuera de plazo'),
    on: {
      'finding.overdue': facts => [
        {
          to: [...only(facts.providerId), ...only(facts.evaluatorId)],
          message: withFullStop(
            t`La medida del hallazgo «${facts.finding}», de «${facts.serviceName}», venció el ${expiryOf(facts)} y no consta como hecha`,
          ),
          onceKey: facts.onceKey,
        },
        // Banks read what it is about, and no text of it (FIND-09).
        ...(facts.findingShown
          ? [
              {
                to: followersOf(facts),
                message: withFullStop(
                  t`${facts.providerName} no ha terminado en plazo la medida de un hallazgo de «${facts.serviceName}» (${facts.findingShown}), que vencía el ${expiryOf(facts)}`,
                ),
                onceKey: facts.onceKey,
              },
            ]
          : []),
      ],
    },
    about: ofFinding,
    settled: null,
    ladder: {
      outlivedBy: ['finding.planned', 'finding.done', 'finding.resolved', 'finding.withdrawn'],
      what: thatFinding,
    },
    mailGroup: 'reports',
    mail: {
      PROVIDER: msg('La medida de un hallazgo suyo está fuera de plazo.'),
      AUDIT: msg('La medida de un hallazgo de una solicitud que usted evaluó está fuera de plazo.'),
      ENTITY: msg('La medida de un hallazgo de un proveedor que sigue, o cuyo servicio utiliza, está fuera de plazo.'),
    },
    target: (info, role) => (role === 'ENTITY' ? `/provider/${info.idProvider ?? ''}` : findingsPath(info)),
    button: msg('Ver el hallazgo'),
    icon: 'calendar-x',
    mark: 'LAPSED',
  },
  FINDING_DONE: {
    reason: msg('Medida por verificar'),
    on: {
      'finding.done': ({ evaluatorId, evaluatorName, providerName, serviceName, finding }) => ({
        // A deleted evaluator has no name any more.
        to: evaluatorName ? only(evaluatorId) : centre,
        message: withFullStop(
          t`${providerName} ha dado por hecha la medida del hallazgo «${finding}», de «${serviceName}»: compruébela`,
        ),
      }),
    },
    about: ofFinding,
    settled: {
      for: 'all',
      by: ['finding.verified', 'finding.sent-back', 'finding.resolved', 'finding.withdrawn'],
      what: thatFinding,
    },
    mailGroup: 'reports',
    mail: {
      CCI: msg('Un proveedor ha dado por hecha la medida de un hallazgo cuyo evaluador ya no está.'),
      AUDIT: msg('Un proveedor ha dado por hecha la medida de un hallazgo de una solicitud que usted evaluó.'),
    },
    target: findingsPath,
    button: msg('Comprobar la medida'),
    icon: 'file-check',
    mark: 'PENDING',
  },
} satisfies NotificationDefinitions
