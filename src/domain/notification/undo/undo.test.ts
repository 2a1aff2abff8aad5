import { expect, test } from 'vitest'
import { HOLD_MS, UNDO_SECONDS, undoRefusal } from '#domain/notification/undo/undo.ts'

const fresh = { elapsed: 0, mailed: false, seen: false, changed: false }

test.each([
  ['at once', fresh, null],
  ['in the last moment', { ...fresh, elapsed: UNDO_SECONDS * 1000 }, null],
  ['asked for in time and arriving late', { ...fresh, elapsed: HOLD_MS }, null],
  ['too late', { ...fresh, elapsed: HOLD_MS + 1 }, 'undoOver'],
  ['after a mail has left', { ...fresh, mailed: true }, 'undoOver'],
  ['after a later change', { ...fresh, changed: true }, 'undoChanged'],
  ['after it was read', { ...fresh, seen: true }, 'undoSeen'],
  ['after it was read and changed', { ...fresh, seen: true, changed: true }, 'undoChanged'],
] as const)('an act is undone %s: %o', (_when, facts, reason) => {
  expect(undoRefusal(facts)).toBe(reason)
})

test('mails wait for longer than the button is shown', () => {
  expect(HOLD_MS).toBeGreaterThan(UNDO_SECONDS * 1000)
})
