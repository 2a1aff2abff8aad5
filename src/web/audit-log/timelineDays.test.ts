import { expect, test } from 'vitest'
import type { EventName } from '#domain/audit-log/events.ts'
import { eventNames } from '#domain/audit-log/events.ts'
import { eventGroups, eventsOf, groupOf } from '#domain/audit-log/groups.ts'
import { timelineDays } from '#web/audit-log/timelineDays.ts'

const entry = (number: number, at: string, event: EventName) => ({
  number,
  at,
  event,
  group: groupOf(event),
  sentence: '',
  says: '',
  who: null,
  organisation: null,
  hash: '',
})
const shape = (fold: boolean, ...entries: ReturnType<typeof entry>[]) =>
  timelineDays(entries, fold).map(({ day, entries: shown, entering }) => [
    day,
    shown.map(each => each.number),
    entering.map(each => each.number),
  ])

test('entries are grouped by the day in Madrid, several sign-ins of a day apart', () => {
  const entries = [
    entry(6, '2026-11-21T23:30:00.000Z', 'session.started'),
    entry(5, '2026-11-21T22:30:00.000Z', 'session.ended'),
    entry(4, '2026-11-21T12:00:00.000Z', 'document.accepted'),
    entry(3, '2026-11-21T11:00:00.000Z', 'session.refused'),
    entry(2, '2026-11-21T10:00:00.000Z', 'session.started'),
  ] as const
  expect(shape(true, ...entries)).toEqual([
    ['2026-11-22', [6], []],
    ['2026-11-21', [4, 3], [5, 2]],
  ])
  expect(shape(false, ...entries)[1]).toEqual(['2026-11-21', [5, 4, 3, 2], []])
})

test('every event is in one group, and every group has events', () => {
  expect(eventGroups.flatMap(eventsOf).toSorted()).toEqual(eventNames.toSorted())
  expect(eventGroups.filter(group => eventsOf(group).length === 0)).toEqual([])
})
