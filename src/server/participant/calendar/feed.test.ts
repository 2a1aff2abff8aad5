import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import type { AgendaItem } from '#domain/participant/calendar/contract.ts'
import type { FeedReader } from '#server/participant/calendar/feed.ts'
import { feedOf } from '#server/participant/calendar/feed.ts'

/* Read by a parser that is not ours, and byte by byte where RFC 5545 is strict. */

const reader: FeedReader = {
  participantId: 'bank',
  role: 'ENTITY',
  publicUrl: 'https://portal.example',
  productName: 'Almotacén',
  now: '2026-11-21T09:00:00.000Z',
}
const score: AgendaItem = {
  kind: 'score',
  name: 'Custodia, impresión; y «ensobrado»\\digital',
  expiredAt: '2026-12-31',
  validationId: '01h00000000000000000000000',
  idProvider: 'lumbre',
  provider: 'Lumbre y Hermanos Sucesores de la Viuda de Peñaranda, Sociedad Cooperativa de Crédito; Ltda.',
}
const own: AgendaItem = { ...score, kind: 'document', name: 'Póliza', expiredAt: '2028-02-29', idProvider: 'bank' }

const eventsOf = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map(each => new ICAL.Event(each))
}

test('RENEW-22: each expiry is one all-day event with its summary and link', () => {
  const [first, second] = eventsOf(feedOf([score, own], reader))
  expect([first!.startDate.isDate, first!.startDate.toString(), first!.endDate.toString()]).toEqual([
    true,
    '2026-12-31',
    '2027-01-01',
  ])
  expect([second!.startDate.toString(), second!.endDate.toString()]).toEqual(['2028-02-29', '2028-03-01'])
  expect(first!.summary).toBe(`Caduca: ${score.provider}: ${score.name}`)
  expect(second!.summary).toBe('Caduca: Póliza')
  expect(first!.description).toContain('Vale hasta el 31/12/2026, incluido.')
  const url = String(first!.component.getFirstPropertyValue('url'))
  expect(url).toBe(
    `https://portal.example/provider?provider=${encodeURIComponent(score.provider)}&row=${score.validationId}`,
  )
})

test('RENEW-22: the UID stays when the thing gets another expiry, and no two things share one', () => {
  const uids = (items: AgendaItem[]) => eventsOf(feedOf(items, reader)).map(({ uid }) => uid)
  const later = { ...score, expiredAt: '2027-12-31' }
  expect(uids([score])).toEqual(uids([later]))
  expect(new Set(uids([score, own, { ...own, kind: 'accreditation' }, { ...own, name: 'Plan' }])).size).toBe(4)
})

test('RENEW-22: lines end with CRLF, are folded at 75 octets, and texts are escaped', () => {
  const text = feedOf([score, own], reader)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = text.split('\r\n')
  expect(Math.max(...lines.map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(lines.some(line => line.startsWith(' '))).toBe(true)
  const unfolded = text.replaceAll('\r\n ', '')
  expect(unfolded).toContain('Custodia\\, impresión\\; y «ensobrado»\\\\digital')
  expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
  expect(text.trimEnd().endsWith('END:VCALENDAR')).toBe(true)
  expect(eventsOf(feedOf([], reader))).toEqual([])
})
