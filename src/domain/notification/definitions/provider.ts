import type { Message, NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { customersOf, followersOf, sentenceOf, sheetPath } from '#domain/notification/parts.ts'
import { changedCompanyParts } from '#domain/participant/company-parts.ts'
import { dimensionsOf, gapsOf } from '#domain/supervision/use/level.ts'

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
    message: `La calificación de ${providerName} en «${serviceName}» baja de ${ratingBefore} a ${rating}, en ${dimensionsOf(lower)}. Compruebe si aún le basta.`,
  }
}

const parts = new Intl.ListFormat('es', { type: 'conjunction' })

/** What banks hear of a provider that they marked, or whose services they use (ALERT-04). */
export const providerNotifications = {
  RATING_DROPPED: {
    reason: 'Calificación rebajada',
    on: { 'request.qualified': dropped, 'score.corrected': dropped },
    about: facts => ({ ...ofProvider(facts), validationId: facts.validationId }),
    settled: null,
    mailGroup: 'supervision',
    mail: { ENTITY: 'Baja la calificación de un proveedor que sigue, o cuyo servicio utiliza.' },
    target: sheetPath,
    button: 'Ver el proveedor',
    icon: 'file-alert',
    mark: 'REJECTED',
  },
  COMPANY_CHANGED: {
    reason: 'Datos de empresa modificados',
    on: {
      'participant.edited': ({ participantId, participantName, nameBefore, kind, changed = [] }) => {
        const labels = kind === 'PROVIDER' ? changedCompanyParts(changed) : []
        if (labels.length === 0) return []
        const name =
          nameBefore && nameBefore !== participantName ? `${participantName} (antes, ${nameBefore})` : participantName
        return {
          to: customersOf(participantId),
          message: sentenceOf(`${name} tiene otros datos: ${parts.format(labels)}. Compruebe sus contratos`),
        }
      },
    },
    about: ofProvider,
    settled: null,
    mailGroup: 'supervision',
    mail: { ENTITY: 'Cambian el nombre, el CIF o la dirección de un proveedor que sigue, o cuyo servicio utiliza.' },
    target: sheetPath,
    button: 'Ver el proveedor',
    icon: 'file',
    mark: 'PENDING',
  },
} satisfies NotificationDefinitions
