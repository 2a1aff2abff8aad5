import { expect, test } from 'vitest'
import { isSessionAlive, sessionsBeyond } from '#domain/identity/session/limits.ts'

test('D19: a session lasts 30 minutes without a call and 24 hours in all, to the millisecond', () => {
  const startedAt = '2026-11-20T09:00:00.000Z'
  const alive = (lastSeenAt: string, now: string) => isSessionAlive({ startedAt, lastSeenAt }, now)
  expect(alive(startedAt, '2026-11-20T09:30:00.000Z')).toBe(true)
  expect(alive(startedAt, '2026-11-20T09:30:00.001Z')).toBe(false)
  expect(alive('2026-11-21T08:59:00.000Z', '2026-11-21T09:00:00.000Z')).toBe(true)
  expect(alive('2026-11-21T08:59:00.000Z', '2026-11-21T09:00:00.001Z')).toBe(false)
})

test('D19: opening one session too many ends the oldest', () => {
  expect(sessionsBeyond(['a', 'b'], 10)).toEqual([])
  expect(sessionsBeyond(['a', 'b', 'c'], 4)).toEqual([])
  expect(sessionsBeyond(['a', 'b', 'c'], 3)).toEqual(['a'])
  expect(sessionsBeyond(['a', 'b', 'c'], 2)).toEqual(['a', 'b'])
  expect(sessionsBeyond(['a', 'b', 'c'], 1)).toEqual(['a', 'b', 'c'])
})
