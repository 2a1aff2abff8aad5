import { expect, test } from 'vitest'
import { kindsIn, pauseBefore, streamChangesOf, streamMessageOf } from '#domain/notification/stream/stream.ts'

const event = (name: string, kind: string, ...owners: string[]) => ({ event: name as never, object: { kind }, owners })

test('sends changes to owners and CCI except the author, and notifications to their recipients', () => {
  expect(streamChangesOf([event('document.accepted', 'document', 'P')], ['P', 'B', 'P'], 'u')).toEqual([
    { kinds: ['notifications', 'lists'], readers: ['B', 'P'], by: null, access: false },
    { kinds: ['lists'], readers: ['CCI', 'P'], by: 'u', access: false },
  ])
})

test('BASE-10: changes to data of one bank reach only that bank', () => {
  for (const kind of ['use', 'webhook', 'register', 'reliance']) {
    expect(streamChangesOf([event('use.changed', kind, 'B', 'P')], [], 'u'), kind).toMatchObject([{ readers: ['B'] }])
  }
})

test('reading, exporting and signing in change nothing; the end of a session or a user changes access', () => {
  for (const name of ['document.read', 'incident.document-read', 'list.exported', 'session.started']) {
    expect(streamChangesOf([event(name, 'document', 'P')], [], null), name).toEqual([])
  }
  for (const name of ['user.deleted', 'participant.deleted']) {
    expect(streamChangesOf([event(name, 'user', 'P')], [], null), name).toMatchObject([
      { kinds: ['lists'], access: true },
    ])
  }
  expect(streamChangesOf([event('session.ended', 'session', 'P')], [], null)).toMatchObject([
    { kinds: [], access: true },
  ])
})

test('a message names kinds and nothing else; what a browser does not know it skips', () => {
  expect(streamMessageOf(['notifications', 'lists'])).toBe('data: notifications,lists\n\n')
  expect(kindsIn([':', '', 'data: lists', 'data: notifications,other'])).toEqual(['notifications', 'lists'])
  expect(kindsIn([':', 'event: lists'])).toEqual([])
})

test.each([
  [0, 500, 1000],
  [1, 1000, 2000],
  [5, 16_000, 32_000],
  [6, 30_000, 60_000],
  [40, 30_000, 60_000],
])('the pause before attempt %i is between %i and %i ms', (attempt, shortest, longest) => {
  expect([pauseBefore(attempt, 0), pauseBefore(attempt, 1)]).toEqual([shortest, longest])
})
