import { describe, expect, test } from 'vitest'
import { compareDue, daysTaken, dueOn, dueText, isOverdue, type Pause } from '#domain/validation/desk/due.ts'

// 8 December is a Tuesday.
const rules = { targetDays: [5, 10, 2], holidays: ['2026-12-08'] }

describe('the day on which a thing is due', () => {
  test.each([
    ['a documentation of a Friday', 'documentation', '2026-11-20', '2026-11-27'],
    ['a report', 'report', '2026-11-20', '2026-12-04'],
    ['an incident', 'incident', '2026-11-20', '2026-11-24'],
    ['what comes in on a Saturday', 'incident', '2026-11-21', '2026-11-24'],
    ['over a holiday', 'incident', '2026-12-07', '2026-12-10'],
    ['what comes in on a holiday', 'incident', '2026-12-08', '2026-12-10'],
  ] as const)('DESK-04: %s', (_title, kind, received, due) => expect(dueOn(kind, received, rules)).toBe(due))

  const closed: Pause = { from: '2026-11-24', until: '2026-11-26' }
  test.each([
    ['days of a pause do not count', [closed], '2026-12-02'],
    ['a day of two pauses is left out once', [closed, { from: '2026-11-26', until: '2026-11-27' }], '2026-12-03'],
    ['a pause over a weekend costs its working days', [{ from: '2026-11-21', until: '2026-11-22' }], '2026-11-27'],
    ['a pause of one day', [{ from: '2026-11-23', until: '2026-11-23' }], '2026-11-30'],
    ['a pause after the day changes nothing', [{ from: '2026-11-30', until: '2026-12-04' }], '2026-11-27'],
    ['while a pause lasts there is no day', [{ from: '2026-11-24', until: null }], null],
    ['one that began on the day itself pauses', [{ from: '2026-11-27', until: null }], null],
    ['one that began later does not undo it', [{ from: '2026-11-28', until: null }], '2026-11-27'],
  ] as const)('DESK-05: %s', (_title, pauses, due) =>
    expect(dueOn('documentation', '2026-11-20', rules, pauses)).toBe(due),
  )
})

test.each([
  ['2026-11-27', '2026-11-26', 'En plazo, vence el 27/11/2026', false],
  ['2026-11-27', '2026-11-27', 'Vence hoy', false],
  ['2026-11-27', '2026-11-28', 'Fuera de plazo desde hace 1 día', true],
  ['2026-11-27', '2026-12-06', 'Fuera de plazo desde hace 9 días', true],
  [null, '2026-12-06', 'En pausa: espera una aclaración', false],
])('DESK-06: due on %s, on %s: %s', (due, today, text, late) => {
  expect(dueText(due, today)).toBe(text)
  expect(isOverdue(due, today)).toBe(late)
})

test('DESK-06: paused work comes after due work', () => {
  expect([null, '2026-12-02', '2026-11-30', null].sort(compareDue)).toEqual(['2026-11-30', '2026-12-02', null, null])
})

test.each([
  [null, null, 0],
  ['2026-11-30', '2026-11-30', 0],
  [null, '2026-11-30', 1],
  ['2026-11-30', null, -1],
  ['2026-11-30', '2026-12-02', -1],
  ['2026-12-02', '2026-11-30', 1],
])('DESK-06: compares the due dates %s and %s as %i', (a, b, expected) => {
  expect(compareDue(a, b)).toBe(expected)
})

test('DESK-05: the working days that a thing took are counted without its pauses', () => {
  expect(daysTaken('2026-11-20', '2026-12-09', rules)).toBe(12)
  expect(daysTaken('2026-11-20', '2026-12-09', rules, [{ from: '2026-11-23', until: '2026-11-24' }])).toBe(10)
})
