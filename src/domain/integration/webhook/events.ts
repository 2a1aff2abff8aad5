import type { EventName } from '#domain/audit-log/events.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { changedCompanyParts } from '#domain/participant/company-parts.ts'

/**
 * Who hears: the banks that marked a provider or use this service of it, or any of its services; those that a bulletin
 * told; or one bank.
 */
export type Hearer = { followersOf: string; using: string | 'any' } | { toldOf: string } | { entity: string }

/** Identifiers, levels and dates. No personal data and no texts (HOOK-10). */
export type HookData = Readonly<Record<string, string | number | null>>

/** What a webhook tells: `path` is the page that its link leads to. */
export type HookMessage = { to: Hearer; data: HookData; path: string }

type HookEvent = {
  /** As the form says it. */
  label: string
  on: { readonly [E in EventName]?: (facts: EventPayload) => HookMessage | null }
}

const sheetOf = ({ providerId }: EventPayload) => `/provider/${providerId}`

const followers = ({ providerId, serviceId }: EventPayload): Hearer => ({
  followersOf: providerId!,
  using: serviceId ?? 'any',
})

const ofRating = (facts: EventPayload): HookMessage => {
  const { providerId = null, serviceId = null, validationId = null, rating = null, expiresOn = null } = facts
  const data = { providerId, serviceId, validationId, rating, ratingBefore: facts.ratingBefore ?? null, expiresOn }
  return { to: followers(facts), data, path: sheetOf(facts) }
}

const ofExpiry = (facts: EventPayload): HookMessage => {
  const { providerId = null, serviceId = null, validationId = null, expiresOn = null } = facts
  return { to: followers(facts), data: { providerId, serviceId, validationId, expiresOn }, path: sheetOf(facts) }
}

const ofUse = (facts: EventPayload): HookMessage => {
  const { useId = null, providerId = null, serviceId = null, required = null, rating = null } = facts
  const data = { useId, providerId, serviceId, required, obtained: rating }
  return { to: { entity: facts.participantId! }, data, path: '/required-levels' }
}

/**
 * Every event that a webhook may choose, and what of the portal's own events it tells. A new one needs an entry here
 * and a line in the guide.
 */
export const hookEvents = {
  'rating.published': { label: 'Se publica una calificación', on: { 'request.qualified': ofRating } },
  'rating.corrected': { label: 'Se corrige una calificación', on: { 'score.corrected': ofRating } },
  'rating.expiring': {
    label: 'Una calificación está próxima a caducar',
    // Only the owner hears the earlier steps.
    on: { 'score.about-to-lapse': facts => (facts.audience === 'owner' ? null : ofExpiry(facts)) },
  },
  'rating.lapsed': { label: 'Una calificación ha caducado', on: { 'score.lapsed': ofExpiry } },
  'level.broken': { label: 'Un servicio deja de cumplir el nivel exigido', on: { 'use.level-broken': ofUse } },
  'level.met': { label: 'Un servicio vuelve a cumplir el nivel exigido', on: { 'use.level-met': ofUse } },
  'provider.changed': {
    label: 'Cambian el nombre, el CIF o la dirección de un proveedor',
    on: {
      'participant.edited': ({ participantId, kind, changed = [] }) =>
        kind === 'PROVIDER' && participantId !== undefined && changedCompanyParts(changed).length > 0
          ? {
              to: { followersOf: participantId, using: 'any' },
              data: { providerId: participantId },
              path: sheetOf({ providerId: participantId }),
            }
          : null,
    },
  },
  'chain.changed': {
    label: 'Cambian los subcontratistas de un servicio',
    on: {
      'chain.changed': facts => ({
        to: followers(facts),
        data: { providerId: facts.providerId ?? null, serviceId: facts.serviceId ?? null },
        path: sheetOf(facts),
      }),
    },
  },
  'finding.overdue': {
    label: 'La medida de un hallazgo está fuera de plazo',
    // Of a finding that banks may not read they hear nothing.
    on: {
      'finding.overdue': facts =>
        facts.findingShown
          ? {
              to: followers(facts),
              data: { ...ofExpiry(facts).data, findingId: facts.findingId ?? null },
              path: sheetOf(facts),
            }
          : null,
    },
  },
  'bulletin.published': {
    label: 'Se publica un comunicado de una incidencia que le afecta',
    on: {
      'bulletin.published': ({ bulletinId, providerId = null, phase = null, severity = null }) =>
        bulletinId === undefined
          ? null
          : {
              to: { toldOf: bulletinId },
              data: { providerId, bulletinId, phase, severity },
              path: `/bulletins?row=${bulletinId}`,
            },
    },
  },
  'acceptance.ending': {
    label: 'Una aceptación del riesgo está próxima a caducar',
    on: {
      'acceptance.ending': ({ participantId, useId = null, providerId = null, expiresOn = null }) => ({
        to: { entity: participantId! },
        data: { useId, providerId, expiresOn },
        path: '/required-levels',
      }),
    },
  },
  'reliance.due': {
    label: 'Un expediente de confianza está por revisar',
    on: {
      'reliance.due': ({ participantId, useId = null, providerId = null, relianceId }) => ({
        to: { entity: participantId! },
        data: { useId, providerId },
        path: relianceId ? `/reliance/${relianceId}` : '/reliance',
      }),
    },
  },
} as const satisfies Record<string, HookEvent>

export type HookEventName = keyof typeof hookEvents
export const hookEventNames = Object.keys(hookEvents) as HookEventName[]

/** What 'Enviar prueba' sends; every webhook gets it. */
export const PING = 'ping'

/** An event in words. */
export const hookEventLabel = (type: string): string =>
  type === PING ? 'Prueba' : (hookEvents[type as HookEventName]?.label ?? type)

/** A body as it is signed and sent. The link is absolute. */
export type HookBody = { type: HookEventName | typeof PING; timestamp: string; data: HookData }

/** What an event tells the webhooks that chose it. */
export function hookMessagesOf(event: EventName, facts: EventPayload): ({ type: HookEventName } & HookMessage)[] {
  return hookEventNames.flatMap(type => {
    const { on }: HookEvent = hookEvents[type]
    const message = on[event]?.(facts)
    return message ? [{ type, ...message }] : []
  })
}

/** The body of a message, as text. Each try sends the same. */
export function bodyOf(type: HookBody['type'], timestamp: string, data: HookData): string {
  return JSON.stringify({ type, timestamp, data } satisfies HookBody)
}
