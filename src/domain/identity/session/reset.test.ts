import { expect, test } from 'vitest'
import { mayMailReset, RESETS_PER_HOUR } from '#domain/identity/session/reset.ts'

const minutesAgo = (minutes: number) =>
  new Date(Date.parse('2026-11-21T10:00:00.000Z') - minutes * 60_000).toISOString()

test('AUTH-16: an account gets so many reset mails in an hour, then more', () => {
  const many = (minutes: number) => Array.from({ length: RESETS_PER_HOUR }, () => minutesAgo(minutes))
  expect(mayMailReset([], minutesAgo(0))).toBe(true)
  expect(mayMailReset(many(5).slice(1), minutesAgo(0))).toBe(true)
  expect(mayMailReset(many(5), minutesAgo(0))).toBe(false)
  expect(mayMailReset(many(59), minutesAgo(0))).toBe(false)
  expect(mayMailReset(many(60), minutesAgo(0))).toBe(true)
})
