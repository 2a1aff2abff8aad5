import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, identifier, instant, pageOf, pagingInOwnOrder, text } from '#domain/contract/wire.ts'

export const agendaKinds = ['document', 'score', 'accreditation', 'acceptance', 'lei', 'contract'] as const
export type AgendaKind = (typeof agendaKinds)[number]

const agendaItem = z.object({
  kind: z.enum(agendaKinds),
  name: z.string(),
  expiredAt: day,
  validationId: identifier.nullable(),
  idProvider: identifier,
  provider: z.string(),
})
export type AgendaItem = z.output<typeof agendaItem>

export const readAgenda = contract({
  name: 'participant.agenda',
  method: 'GET',
  path: '/agenda',
  summary:
    'Qué ha caducado hace poco y qué caduca en doce meses, o entre dos días: de lo propio, y de los favoritos y los servicios que se utilizan',
  who: 'session.own',
  query: z.strictObject({
    ...pagingInOwnOrder(['expiredAt', 'provider', 'name']),
    from: day.optional(),
    to: day.optional(),
    kind: z.enum(agendaKinds).optional(),
  }),
  answer: pageOf(agendaItem),
})

const feedWire = z.object({ createdAt: instant, lastReadAt: instant.nullable() })

export const readCalendarFeed = contract({
  name: 'calendar.feed-state',
  method: 'GET',
  path: '/calendar-feed',
  summary: 'Si quien llama tiene una dirección para su calendario, desde cuándo y cuándo se leyó por última vez',
  who: 'calendar.own',
  answer: z.object({ feed: feedWire.nullable() }),
})

export const makeCalendarFeed = contract({
  name: 'calendar.make-feed',
  method: 'POST',
  path: '/calendar-feed',
  summary: 'Una dirección personal para leer el calendario desde otro programa; se da una vez y anula la anterior',
  who: 'calendar.own',
  requiresRecentAuth: true,
  withoutIdempotencyKey: true,
  answer: z.object({ address: z.string(), feed: feedWire }),
  status: 201,
})

export const endCalendarFeed = contract({
  name: 'calendar.end-feed',
  method: 'DELETE',
  path: '/calendar-feed',
  summary: 'Anula la dirección personal del calendario, si la hay',
  who: 'calendar.own',
  status: 204,
})

/** Read by calendar programs, which have no session: the address itself says whose calendar it is. */
export const readCalendar = contract({
  name: 'calendar.read',
  method: 'GET',
  path: '/calendar/{token}.ics',
  summary: 'El calendario de quien pidió esta dirección, en iCalendar (RFC 5545)',
  who: 'anyone',
  polled: true,
  params: z.strictObject({ token: text(100) }),
  answer: 'file',
  refusals: ['notFound'],
})
