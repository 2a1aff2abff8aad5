import { listWords } from '#domain/language/list-words.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { Message, NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { customersOf, followersOf, sheetPath, withFullStop } from '#domain/notification/parts.ts'
import { changedCompanyParts } from '#domain/participant/company-parts.ts'
import { gapsOf } from '#domain/supervision/use/level.ts'

const ofProvider = ({ providerId, participantId }: EventPayload): NotificationInfo => ({
  idProvider: providerId ?? participantId,
})

/** Nothing for a first rating, and for one that is as high in each dimension. */
function dropped(facts: EventPayload): Message | [] {
  const { ratingBefore, rating = null, providerName, serviceName } = facts
  const lower = ratingBefore === undefined ? [] : gapsOf(ratingBefore, rating)
  if (lower.length === 0) return []
  return {
    to: followersOf(facts),
    message: t`La calificación de ${providerName} en «${serviceName}» baja de ${ratingBefore} a ${rating}, en ${listWords(lower.map(({ dimension }) => t(dimension)))}. Compruebe si aún le basta.`,
  }
}

/** What banks hear of a provider that they marked, or whose services they use (ALERT-04). */
export const providerNotifications = {
  RATING_DROPPED: {
    reason: msg('Calificación rebajada'),
    on: { 'request.qualified': dropped, 'score.corrected': dropped },
    about: facts => ({ ...ofProvider(facts), validationId: facts.validationId }),
    settled: null,
    mailGroup: 'supervision',
    mail: { ENTITY: msg('Baja la calificación de un proveedor que sigue, o cuyo servicio utiliza.') },
    target: sheetPath,
    button: msg('Ver el proveedor'),
    icon: 'file-alert',
    mark: 'REJECTED',
  },
  COMPANY_CHANGED: {
    reason: msg('Datos de empresa modificados'),
    on: {
      'participant.edited': ({ participantId, participantName, nameBefore, kind, changed = [] }) => {
        const labels = kind === 'PROVIDER' ? changedCompanyParts(changed) : []
        if (labels.length === 0) return []
        const name =
          nameBefore && nameBefore !== participantName ? `${participantName} (antes, ${nameBefore})` : participantName
        return {
          to: customersOf(participantId),
          message: withFullStop(t`${name} tiene otros datos: ${listWords(labels)}. Compruebe sus contratos`),
        }
      },
    },
    about: ofProvider,
    settled: null,
    mailGroup: 'supervision',
    mail: {
      ENTITY: msg('Cambian el nombre, el CIF o la dirección de un proveedor que sigue, o cuyo servicio utiliza.'),
    },
    target: sheetPath,
    button: msg('Ver el proveedor'),
    icon: 'file',
    mark: 'PENDING',
  },
} satisfies NotificationDefinitions
