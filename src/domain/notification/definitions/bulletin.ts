import { severityLabels } from '#domain/incident/particulars.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { followersOf, list, ofRequest, only, withFullStop } from '#domain/notification/parts.ts'

const ofBulletin = ({ providerId, bulletinId }: EventPayload): NotificationInfo => ({
  idProvider: providerId,
  idBulletin: bulletinId,
})
const kinds = {
  INITIAL: msg('Comunicado inicial'),
  UPDATE: msg('Nuevo comunicado'),
  FINAL: msg('Comunicado final'),
} as const
const affected = ({ services }: EventPayload) =>
  services && services.length > 0 ? t`, que afecta a ${list(services)}` : ''
const gravity = ({ severity }: EventPayload) => t`Gravedad: ${severityLabels[severity!].toLowerCase()}.`

/** What CCI tells the banks that an incident affects, and the readers of a rating under review: never in the incident's own words (AFFECT-06). */
export const bulletinNotifications = {
  /** It reaches banks because of what they use, so that it is theirs alone. */
  INCIDENT_AFFECTS: {
    reason: msg('Incidencia que le afecta'),
    on: {
      'bulletin.published': facts => ({
        to: facts.providerId && facts.bulletinId ? [{ toldOf: facts.bulletinId }] : [],
        message: `${withFullStop(t`${t(kinds[facts.phase!])} sobre una incidencia de ${facts.providerName}${affected(facts)}`)} ${gravity(facts)}`,
        atOnce: facts.severity === 'CRITICAL',
      }),
      'acknowledgement.due': facts => ({
        to: only(facts.participantId),
        message: `${withFullStop(t`Su entidad no ha acusado recibo del comunicado sobre una incidencia de ${facts.providerName}`)} ${gravity(facts)}`,
        onceKey: facts.onceKey,
        atOnce: facts.severity === 'CRITICAL',
      }),
    },
    about: ofBulletin,
    settled: { for: 'participant', by: ['acknowledgement.made'] },
    mailGroup: 'incidents',
    mail: {
      ENTITY: msg('Una incidencia de un proveedor afecta a un servicio que utiliza. Las críticas llegan siempre.'),
    },
    target: ({ idBulletin = '' }) => `/bulletins?row=${idBulletin}`,
    button: msg('Ver el comunicado'),
    icon: 'speaker',
    mark: 'OPEN',
    private: true,
  },
  SCORE_UNDER_REVIEW: {
    reason: msg('Calificación en revisión extraordinaria'),
    on: {
      'score.review-begun': facts => ({
        to: [...only(facts.providerId), ...only(facts.evaluatorId), ...followersOf(facts)],
        message: withFullStop(
          t`El CCI revisa la calificación de ${facts.providerName} en «${facts.serviceName}», que sigue vigente. Motivo: ${facts.reason}`,
        ),
      }),
      // A correction that lifts it has its own notification.
      'score.review-lifted': facts =>
        facts.reviewOutcome === undefined
          ? []
          : {
              to: [...only(facts.providerId), ...only(facts.evaluatorId), ...followersOf(facts)],
              message: withFullStop(
                t`El CCI ha terminado la revisión de la calificación de ${facts.providerName} en «${facts.serviceName}». Resultado: ${facts.reviewOutcome}`,
              ),
            },
    },
    about: ofRequest,
    settled: {
      for: 'all',
      by: ['score.review-lifted'],
      what: ({ validationId }) => (validationId ? { validationId } : null),
    },
    mailGroup: 'reports',
    mail: {
      PROVIDER: msg('El CCI revisa una calificación suya vigente, o termina de hacerlo.'),
      AUDIT: msg('El CCI revisa la calificación de un informe que usted evaluó, o termina de hacerlo.'),
      ENTITY: msg(
        'El CCI revisa la calificación de un proveedor que sigue, o cuyo servicio utiliza, o termina de hacerlo.',
      ),
    },
    target: ({ idProvider = '' }, role) => (role === 'ENTITY' ? `/provider/${idProvider}` : '/'),
    button: msg('Ver la calificación'),
    icon: 'scale',
    mark: 'PENDING',
    private: true,
  },
} satisfies NotificationDefinitions
