import { expect, test } from 'vitest'
import { ALL_FINDINGS, askedOfFindings } from '#domain/assessment/finding/filters.ts'
import {
  abilityOfMove,
  dueStepOn,
  fieldsOfMove,
  findingFacts,
  findingMoves,
  findingStatusOn,
  findingTopic,
  isPostponed,
  openFindingsText,
  outcomeOf,
  planErrors,
} from '#domain/assessment/finding/finding.ts'
import { may } from '#domain/identity/roles.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { answer, control } from '#test/support/evaluated.ts'

const TODAY = '2026-11-21'

/** D1 and C1 met; B1 stops Disponibilidad, A1 lies above; of Confidencialidad A1 alone is asked. */
const controls = [
  control('D1', ['D'], 'D', { position: 1 }),
  control('C1', ['D'], 'C', { position: 2 }),
  control('B1', ['D'], 'B', { position: 3, domain: 'Continuidad' }),
  control('A1', ['D'], 'A', { position: 4 }),
  control('P1', ['D'], 'A+', { position: 5 }),
  control('X1', ['C', 'D'], 'A', { position: 6 }),
]
const evaluation = (values: Record<string, 'YES' | 'NO' | null>) => ({
  controls,
  target: 'A/A/A',
  answers: Object.entries(values).map(([key, value]) => answer(key, value)),
})

test('FIND-02: a control at the level where its dimension stopped has priority, those above it have not', () => {
  const { unmet, met } = outcomeOf(evaluation({ D1: 'YES', C1: 'YES', B1: 'NO', A1: 'NO', X1: 'YES' }))
  expect(unmet.map(({ controlKey, priority, dimension }) => [controlKey, priority, dimension])).toEqual([
    ['B1', 'HIGH', 'D'],
    ['A1', 'MEDIUM', 'D'],
  ])
  expect(met).toEqual(['D1', 'C1', 'X1'])
  expect(unmet[0]).toMatchObject({ domain: 'Continuidad', title: 'Enunciado de B1' })
})

test('FIND-02: a control of several dimensions counts for, and names, a dimension that it blocks', () => {
  const of = (values: Record<string, 'YES' | 'NO'>) =>
    outcomeOf(evaluation({ D1: 'YES', C1: 'YES', B1: 'YES', A1: 'YES', ...values })).unmet
  expect(of({ X1: 'NO' })).toMatchObject([{ controlKey: 'X1', priority: 'HIGH', dimension: 'C' }])
  // Confidencialidad stops at X1, Disponibilidad before it.
  expect(of({ X1: 'NO', B1: 'NO' })).toMatchObject([
    { controlKey: 'B1', priority: 'HIGH', dimension: 'D' },
    { controlKey: 'X1', priority: 'HIGH', dimension: 'C' },
  ])
})

test('FIND-02: two controls that stop a dimension both have priority; one without an answer is not met', () => {
  const { unmet } = outcomeOf(evaluation({ D1: 'NO', C1: 'NO', B1: 'YES', A1: 'YES', X1: 'YES' }))
  expect(unmet.map(({ controlKey, priority }) => [controlKey, priority])).toEqual([
    ['D1', 'HIGH'],
    ['C1', 'MEDIUM'],
  ])
  const open = outcomeOf(evaluation({ D1: 'YES', C1: 'YES', B1: null, A1: 'YES', X1: 'YES' })).unmet
  expect(open).toMatchObject([{ controlKey: 'B1', priority: 'HIGH', detail: '' }])
})

test('FIND-02: the evaluator’s note is the detail, and the statement is cut to a title', () => {
  const noted = { ...answer('D1', 'NO'), note: 'Sin copia fuera de la sede' }
  const long = { ...control('D1', ['D'], 'D'), statement: 'x'.repeat(121) }
  const { unmet } = outcomeOf({ controls: [long], target: 'A/A/A', answers: [noted] })
  expect(unmet).toMatchObject([{ detail: 'Sin copia fuera de la sede' }])
  expect(unmet[0]!.title).toBe('x'.repeat(120))
  // A control that the evaluation does not mention is not met.
  expect(outcomeOf({ controls: [long], target: 'A/A/A', answers: [] }).unmet).toMatchObject([{ detail: '' }])
})

test('a finding without a control that its reader may see is named by its dimension', () => {
  expect(findingTopic('C')).toBe('Hallazgo de Confidencialidad')
})

test('conditions that the caller does not know count as not met', () => {
  expect(findingFacts({})).toEqual({ requestOpen: false, postponed: false, proven: false, reason: '' })
  expect(findingFacts({ proven: true })).toMatchObject({ proven: true })
})

test('without a status the list shows unresolved findings, and ALL shows every status', () => {
  expect(askedOfFindings({ priority: 'HIGH' })).toEqual({ priority: 'HIGH', open: 'true' })
  expect(askedOfFindings({ status: 'DONE', priority: 'HIGH' })).toEqual({ status: 'DONE', priority: 'HIGH' })
  expect(askedOfFindings({ status: ALL_FINDINGS, priority: 'HIGH' })).toEqual({ priority: 'HIGH' })
})

test('a plan counts in full on its day, and is overdue the day after', () => {
  const on = (day: string) => findingStatusOn('PLANNED', '2026-12-01', day)
  expect(['2026-11-30', '2026-12-01', '2026-12-02'].map(on)).toEqual(['PLANNED', 'PLANNED', 'OVERDUE'])
  expect(findingStatusOn('DONE', '2026-12-01', '2027-12-02')).toBe('DONE')
  expect(findingStatusOn('OPEN', null, '2027-12-02')).toBe('OPEN')
})

test('a plan needs a measure, an owner and a due date of tomorrow or later', () => {
  const whole = { measure: 'Diez letra', ownerName: 'Inés', dueOn: '2026-11-22' }
  expect(planErrors(whole, TODAY)).toEqual({})
  const faults = (more: object) => Object.keys(planErrors({ ...whole, ...more }, TODAY))
  expect(faults({ measure: 'Nueve let' })).toEqual(['measure'])
  expect(faults({ ownerName: '' })).toEqual(['ownerName'])
  expect(faults({ dueOn: null })).toEqual(['dueOn'])
  expect(planErrors({ measure: '', ownerName: '', dueOn: null }, TODAY)).toEqual({
    measure: 'Escriba al menos 10 caracteres',
    ownerName: 'Escriba quién responde de la medida',
    dueOn: 'Elija la fecha en que estará hecha',
  })
  expect(planErrors({ ...whole, dueOn: TODAY }, TODAY)).toEqual({ dueOn: 'Elija un día a partir del 22/11/2026' })
  expect([isPostponed(null, TODAY), isPostponed(TODAY, TODAY), isPostponed(TODAY, '2026-11-22')]).toEqual([
    false,
    false,
    true,
  ])
})

test('a plan is due seven days before its date and on it, and then overdue', () => {
  const on = (day: string) => dueStepOn('2026-12-10', day)
  expect(['2026-12-02', '2026-12-03', '2026-12-09', '2026-12-10', '2026-12-11'].map(on)).toEqual([
    null,
    7,
    7,
    0,
    'overdue',
  ])
})

test('formats the numbers of open and late findings', () => {
  expect(openFindingsText(3, 1)).toBe('3 hallazgos abiertos, 1 fuera de plazo')
  expect(openFindingsText(1, 0)).toBe('1 hallazgo abierto, 0 fuera de plazo')
})

test('each manual move is open to the roles of the state machine and has its fields', () => {
  const actor = (role: 'CCI' | 'PROVIDER' | 'AUDIT' | 'ENTITY') =>
    ({ role, userId: 'U', participantId: 'P', isPrincipal: true, completed: true, onboarded: true }) as const
  for (const move of findingMoves) {
    const may_ = (['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'] as const).filter(role => may(actor(role), abilityOfMove[move]))
    expect(may_, move).toEqual(may_.filter(role => (findingMachine.moves[move].by as readonly string[]).includes(role)))
    expect(may_.length, move).toBe(findingMachine.moves[move].by.length)
  }
  expect(fieldsOfMove.verify).toEqual([])
})
