import { ICalCalendar, ICalEventTransparency } from 'ical-generator'
import type { Role } from '#domain/identity/roles.ts'
import { agendaPath, eventDescription, eventSummary } from '#domain/participant/calendar/calendar.ts'
import type { AgendaItem } from '#domain/participant/calendar/contract.ts'
import { addDays } from '#domain/values/day.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

/** The reader of a feed, the portal that it leads to, and the instant of the reading. */
export type FeedReader = { participantId: string; role: Role; publicUrl: string; productName: string; now: string }

/**
 * A calendar of expiries in iCalendar (RFC 5545): one all-day event on each, with a UID that stays when the thing gets
 * another expiry, so that programs move the event.
 */
export function feedOf(items: readonly AgendaItem[], reader: FeedReader): string {
  const { participantId, role, publicUrl, productName, now } = reader
  const calendar = new ICalCalendar({
    name: `${productName}: qué caduca`,
    prodId: { company: productName, product: 'calendario', language: 'ES' },
    ttl: 6 * 60 * 60,
  })
  for (const item of items) {
    calendar.createEvent({
      id: uidOf(item, new URL(publicUrl).hostname),
      stamp: new Date(now),
      start: dayAt(item.expiredAt),
      end: dayAt(addDays(item.expiredAt, 1)),
      allDay: true,
      timezone: 'UTC',
      summary: eventSummary(item, participantId),
      description: eventDescription(item, participantId),
      url: `${publicUrl}${agendaPath(item, role)}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

const dayAt = (day: string) => new Date(`${day}T00:00:00Z`)

function uidOf({ kind, validationId, idProvider, name }: AgendaItem, host: string): string {
  const what = sha256([kind, validationId ?? idProvider, name].join('\n'))
  return `${what.slice(0, 32)}@${host}`
}
