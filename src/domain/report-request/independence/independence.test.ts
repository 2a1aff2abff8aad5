import { describe, expect, test } from 'vitest'
import {
  conflictLabel,
  declarationFaults,
  declareMove,
  hasConflict,
  independenceLabels,
  independenceRefusal,
  isRotationDue,
  isScoreOpen,
  questionKeys,
  ratingsInARow,
  reminderDue,
  rotationPublished,
  rotationText,
} from '#domain/report-request/independence/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'

const none = {
  financialInterest: false,
  otherServices: false,
  relatedStaff: false,
  ownWork: false,
  contingentFees: false,
}

test('SEAL-02: any answer yes is a possible conflict; without one no conflict is declared', () => {
  expect(questionKeys).toEqual(Object.keys(none))
  expect([hasConflict(none), conflictLabel(hasConflict(none))]).toEqual([false, 'Sin conflicto declarado'])
  for (const key of questionKeys) {
    const answers = { ...none, [key]: true }
    expect([hasConflict(answers), conflictLabel(hasConflict(answers))], key).toEqual([true, 'Con posible conflicto'])
  }
  expect(independenceLabels.DECLARED).toBe('Sin conflicto declarado')
  for (const status of independenceMachine.sets.conflicted) {
    expect(independenceLabels[status]).toMatch(/^Con posible conflicto/)
  }
})

test('SEAL-01: an answer yes is explained in 10 characters at least, and without one nothing is', () => {
  const yes = { ...none, ownWork: true }
  expect(declarationFaults(none, '')).toEqual({})
  expect(declarationFaults(yes, 'Asesoría.')).toHaveProperty('text')
  expect(declarationFaults(yes, 'Asesoramos.')).toEqual({})
  // Characters, not code units.
  expect(declarationFaults(yes, '😀'.repeat(9))).toHaveProperty('text')
})

test('SEAL-01: a repeated declaration moves by its answers and the current status', () => {
  const yes = { ...none, ownWork: true }
  expect([declareMove(none, null), declareMove(none, 'DECLARED'), declareMove(none, 'CONFLICT')]).toEqual([
    'declare',
    'declare',
    'clear',
  ])
  expect([declareMove(yes, null), declareMove(yes, 'DECLARED'), declareMove(yes, 'CONFLICT')]).toEqual(
    Array(3).fill('declareConflict'),
  )
})

test.each([
  [null, 'independenceMissing'],
  ['DECLARED', null],
  ['CONFLICT', 'conflictUndecided'],
  ['ADMITTED', null],
  ['REFUSED', 'conflictRefused'],
] as const)('SEAL-03: with the declaration %s a publication is refused for %s', (status, reason) => {
  expect(independenceRefusal(status)).toBe(reason)
})

test('SEAL-05: it is declared until the score of the round is published', () => {
  const open = reportRequestMachine.states.filter(isScoreOpen)
  expect(open).toEqual(['PENDING', 'REJECTED'])
})

describe('SEAL-06: reminders after 5 and 10 working days', () => {
  // A Monday.
  test.each([
    ['2026-11-23', '2026-11-27', 0, null],
    ['2026-11-23', '2026-11-30', 0, 5],
    ['2026-11-23', '2026-12-04', 5, null],
    ['2026-11-23', '2026-12-07', 5, 10],
    ['2026-11-23', '2026-12-07', 0, 10],
    ['2026-11-23', '2027-02-01', 10, null],
    // The weekend takes none.
    ['2026-11-20', '2026-11-26', 0, null],
    ['2026-11-20', '2026-11-27', 0, 5],
  ] as const)('sent on %s, on %s, reminded of %s: %s', (sentOn, today, reminded, due) => {
    expect(reminderDue(sentOn, today, reminded, [])).toBe(due)
  })

  test('a holiday of the centre takes none', () => {
    expect(reminderDue('2026-11-23', '2026-11-30', 0, ['2026-11-25'])).toBeNull()
    expect(reminderDue('2026-11-23', '2026-12-01', 0, ['2026-11-25'])).toBe(5)
  })
})

describe('SEAL-07: the ratings in a row', () => {
  test.each([
    ['none yet', [], 0],
    ['one', ['A'], 1],
    ['all of one evaluator', ['A', 'A', 'A'], 3],
    ["another's between", ['A', 'A', 'B', 'A'], 2],
    ["another's last", ['B', 'A', 'A'], 0],
  ] as const)('%s', (_title, evaluators, count) => expect(ratingsInARow(evaluators, 'A')).toBe(count))

  test('CCI is warned from its number on, and reads which one the next would be', () => {
    expect([isRotationDue(4, 5), isRotationDue(5, 5), isRotationDue(6, 5)]).toEqual([false, true, true])
    expect(rotationText(0)).toBe('Sería su 1.ª calificación consecutiva')
    expect(rotationText(4)).toBe('Sería su 5.ª calificación consecutiva')
    expect([rotationPublished(1), rotationPublished(5)]).toEqual([
      '1.ª calificación consecutiva de este evaluador',
      '5.ª calificación consecutiva de este evaluador',
    ])
  })
})
