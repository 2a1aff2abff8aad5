import { expect, test } from 'vitest'
import {
  answerDayFault,
  appealUntil,
  clarificationFacts,
  mayBeAsked,
  pausesOf,
  proposedDay,
  reminderOn,
} from '#domain/validation/clarification/clarification.ts'

test.each([
  ['CCI', 'AUDIT_REPORT', 'PROVIDER', ['PROVIDER', 'AUDIT']],
  ['AUDIT', 'AUDIT_REPORT', 'PROVIDER', ['PROVIDER']],
  ['PROVIDER', 'AUDIT_REPORT', 'PROVIDER', ['CCI']],
  ['ENTITY', 'AUDIT_REPORT', 'PROVIDER', []],
  ['CCI', 'DOC_MIN', 'PROVIDER', ['PROVIDER']],
  ['CCI', 'DOC_MIN', 'AUDIT', ['AUDIT']],
  ['CCI', 'DOC_MIN', 'ENTITY', []],
  ['PROVIDER', 'DOC_MIN', 'PROVIDER', ['CCI']],
  ['AUDIT', 'DOC_MIN', 'AUDIT', []],
  ['AUDIT', 'DOC_MIN', 'PROVIDER', []],
  ['PROVIDER', 'DOC_MIN', 'AUDIT', []],
] as const)('%s may ask about a %s of a %s: %j', (role, kind, owner, asked) => {
  expect(mayBeAsked(role, kind, owner)).toEqual(asked)
})

test('a question has ten working days, and a day of tomorrow or later', () => {
  expect(proposedDay('2026-11-20', [])).toBe('2026-12-04')
  expect(proposedDay('2026-11-20', ['2026-12-01'])).toBe('2026-12-07')
  expect(answerDayFault('2026-11-21', '2026-11-20')).toBeNull()
  expect(answerDayFault('2026-11-20', '2026-11-20')).toBe('Elija un día a partir del 21/11/2026')
})

test.each([
  ['2026-12-01', null],
  ['2026-12-02', '2'],
  ['2026-12-03', '2'],
  ['2026-12-04', '0'],
  ['2026-12-05', null],
] as const)('for a question until 04/12/2026 the reminder on %s is %s', (today, step) => {
  expect(reminderOn('2026-12-04', today, [])).toBe(step)
})

test('a reminder two working days before a day leaves holidays out', () => {
  expect(reminderOn('2026-12-07', '2026-12-02', [])).toBeNull()
  expect(reminderOn('2026-12-07', '2026-12-02', ['2026-12-03'])).toBe('2')
})

const at = (...days: string[]) => days.map(day => `2026-11-${day}T11:00:00.000Z`)

test.each([
  ['still waits', 'PROVIDER', at('20'), null, [{ from: '2026-11-20', until: null }]],
  [
    'answered: the day of the answer counts',
    'PROVIDER',
    at('20', '24'),
    null,
    [{ from: '2026-11-20', until: '2026-11-23' }],
  ],
  ['answered on the same day', 'AUDIT', at('20', '20'), null, []],
  ['answered on the next day', 'AUDIT', at('20', '21'), null, [{ from: '2026-11-20', until: '2026-11-20' }]],
  [
    'asked once more',
    'PROVIDER',
    at('16', '18', '20'),
    null,
    [
      { from: '2026-11-16', until: '2026-11-17' },
      { from: '2026-11-20', until: null },
    ],
  ],
  ['closed without an answer', 'PROVIDER', at('20'), at('25')[0]!, [{ from: '2026-11-20', until: '2026-11-24' }]],
  ['asked of CCI', 'CCI', at('20'), null, []],
] as const)('DESK-05: the pauses of a question that is %s', (_how, askedOf, messages, closedAt, pauses) => {
  expect(pausesOf({ askedOf, messages: [...messages], closedAt })).toEqual(pauses)
})

test('an appeal has 15 days, counted in Madrid', () => {
  expect(appealUntil('2026-11-21T22:59:00.000Z')).toBe('2026-12-06')
  expect(appealUntil('2026-11-21T23:00:00.000Z')).toBe('2026-12-07')
})

test('conditions that the caller does not know count as not met', () => {
  const unknown = clarificationFacts({})
  expect(Object.values(unknown)).toEqual(Array(10).fill(false))
  expect(clarificationFacts({ isAsked: true })).toEqual({ ...unknown, isAsked: true })
})
