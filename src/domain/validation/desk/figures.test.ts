import { expect, test } from 'vitest'
import { assignmentEvent, assignmentFacts } from '#domain/validation/desk/assignment.ts'
import { figureOf, usualWait } from '#domain/validation/desk/figures.ts'

const rules = { targetDays: [5, 10, 2], holidays: ['2026-12-08'] }

test('DESK-20: the median, the ninth decile and the share in time, in working days', () => {
  const decided = [
    { receivedOn: '2026-11-20', decidedOn: '2026-11-23', count: 6 },
    // Five working days with the holiday, so in time.
    { receivedOn: '2026-12-07', decidedOn: '2026-12-15', count: 2 },
    { receivedOn: '2026-11-20', decidedOn: '2026-11-30', count: 1 },
    {
      receivedOn: '2026-11-20',
      decidedOn: '2026-12-02',
      count: 1,
      pauses: [{ from: '2026-11-24', until: '2026-11-26' }],
    },
  ]
  expect(figureOf('documentation', decided, rules)).toEqual({ decided: 10, median: 1, p90: 5, inTime: 90 })
  expect(figureOf('incident', decided, rules)).toMatchObject({ inTime: 60 })
  // What was decided while it waited for another was in time.
  const waiting = { ...decided[2]!, pauses: [{ from: '2026-11-24', until: null }] }
  expect(figureOf('documentation', [waiting], rules)).toMatchObject({ decided: 1, inTime: 100 })
  // What is overdue and undecided was not in time either (EXP-28).
  expect(figureOf('documentation', decided, rules, 5)).toMatchObject({ decided: 10, inTime: 60 })
  expect(figureOf('documentation', [], rules, 1)).toMatchObject({ decided: 0, inTime: 0 })
  expect(figureOf('report', [], rules)).toEqual({ decided: 0, median: null, p90: null, inTime: null })
})

test.each([
  [null, null],
  [undefined, null],
  [0, 'El CCI suele contestar en el mismo día'],
  [1, 'El CCI suele contestar en 1 día laborable'],
  [4, 'El CCI suele contestar en 4 días laborables'],
])('DESK-20: a median of %s is read as %s', (median, text) => expect(usualWait(median, null, '2026-11-28')).toBe(text))

test.each([
  [{ taken: 1, dueOn: '2026-12-04' }, 'El CCI suele contestar en 1 día laborable'],
  [{ taken: 2, dueOn: '2026-12-04' }, 'Tarda más de lo habitual: el plazo vence el 04/12/2026'],
  [{ taken: 2, dueOn: null }, 'Tarda más de lo habitual: espera una aclaración'],
  [{ taken: 9, dueOn: '2026-11-27' }, 'Tarda más de lo habitual: el plazo venció el 27/11/2026'],
])('EXP-28: with a median of one day, %o is read as %s', (own, text) =>
  expect(usualWait(1, own, '2026-11-28')).toBe(text),
)

test('EXP-28: an overdue thing is named without a median too', () => {
  expect(usualWait(null, { taken: 9, dueOn: '2026-11-27' }, '2026-11-28')).toMatch(/venció el 27\/11\/2026/)
})

test.each([
  [null, 'u', 'queue.assigned'],
  ['u', 'v', 'queue.handed-over'],
  ['u', null, 'queue.given-back'],
  ['u', 'u', null],
  [null, null, null],
])('DESK-01: from %s to %s is %s', (before, after, event) => expect(assignmentEvent(before, after)).toBe(event))

test('DESK-01: a conflict names the assignee, or none', () => {
  expect([assignmentFacts('Ana'), assignmentFacts(null)]).toEqual([{ assignee: 'Ana' }, { assignee: '' }])
})
