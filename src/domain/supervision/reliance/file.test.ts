import { expect, test } from 'vitest'
import {
  citationOf,
  conditions,
  lawName,
  lawNamed,
  lawOf,
  laws,
  parts,
  saidIctType,
} from '#domain/supervision/reliance/conditions.ts'
import type { Answers, ConditionAnswer, Verdict } from '#domain/supervision/reliance/file.ts'
import {
  conclusionFault,
  conclusionFits,
  conclusionsAllowed,
  conditionFault,
  continued,
  emptyFile,
  isWhole,
  missingIn,
  planFault,
  reviewFault,
} from '#domain/supervision/reliance/file.ts'

const TODAY = '2026-11-21'
const answer = (verdict: Verdict | null, text = '', clause = ''): ConditionAnswer => ({ verdict, text, clause })
const answersWith = (given: Partial<Answers> = {}): Answers => ({
  ...(Object.fromEntries(conditions.map(each => [each, answer('HOLDS', '', 'Cláusula 14')])) as Answers),
  ...given,
})
const whole = {
  answers: answersWith(),
  plan: { nextAuditOn: '2027-05-01', reason: '' },
  conclusion: 'RELY' as const,
  measures: '',
  reviewOn: '2027-11-21',
}
const why = 'x'.repeat(10)

test.each([
  [answer(null), false],
  [answer('HOLDS'), true],
  [answer('RESERVATIONS'), false],
  [answer('RESERVATIONS', 'x'.repeat(9)), false],
  [answer('RESERVATIONS', why), true],
  [answer('FAILS', 'x'.repeat(9)), false],
  [answer('FAILS', why), true],
])('RELY-04: with %j the condition is answered: %s', (given, answered) => {
  expect(conditionFault('a', given) === null).toBe(answered)
})

test('RELY-04: conditions on the contract need a clause, unless the contract has none', () => {
  for (const condition of ['g', 'h'] as const) {
    expect(conditionFault(condition, answer('HOLDS'))).toBe('Indique la cláusula del contrato')
    expect(conditionFault(condition, answer('RESERVATIONS', why))).toBe('Indique la cláusula del contrato')
    expect(conditionFault(condition, answer('HOLDS', '', 'Cláusula 14.2'))).toBeNull()
    expect(conditionFault(condition, answer('FAILS', why))).toBeNull()
  }
})

test('RELY-05: a reservation forbids the first conclusion, a condition that does not hold the first two', () => {
  expect(conclusionsAllowed(answersWith())).toEqual(['RELY', 'RELY_WITH_MEASURES', 'NOT_RELY'])
  for (const condition of conditions) {
    const reserved = answersWith({ [condition]: answer('RESERVATIONS', why) })
    expect(conclusionsAllowed(reserved)).toEqual(['RELY_WITH_MEASURES', 'NOT_RELY'])
    const failed = answersWith({ a: answer('RESERVATIONS', why), [condition]: answer('FAILS', why) })
    expect(conclusionsAllowed(failed)).toEqual(['NOT_RELY'])
    expect(conclusionFits({ answers: failed, conclusion: 'RELY_WITH_MEASURES' })).toBe(false)
    expect(conclusionFits({ answers: failed, conclusion: 'NOT_RELY' })).toBe(true)
  }
})

test('RELY-05: measures are written where the bank leans with them', () => {
  expect(conclusionFault({ conclusion: 'RELY_WITH_MEASURES', measures: 'x'.repeat(9) })).not.toBeNull()
  expect(conclusionFault({ conclusion: 'RELY_WITH_MEASURES', measures: why })).toBeNull()
  expect(conclusionFault({ conclusion: 'RELY', measures: '' })).toBeNull()
  expect(conclusionFault({ conclusion: null, measures: '' })).not.toBeNull()
})

test.each([
  [null, '', false],
  [null, 'x'.repeat(9), false],
  [null, why, true],
  [TODAY, '', true],
  ['2027-05-01', '', true],
  ['2026-11-20', '', false],
  ['2026-11-20', why, true],
])('RELY-06: the ninth line with the date %s and the reason %j is complete: %s', (nextAuditOn, reason, complete) => {
  expect(planFault({ nextAuditOn, reason }, TODAY) === null).toBe(complete)
  expect(isWhole(missingIn({ ...whole, plan: { nextAuditOn, reason } }, TODAY))).toBe(complete)
})

test('RELY-07: the review is from tomorrow to twelve months ahead', () => {
  const faults = [null, TODAY, '2026-11-22', '2027-11-21', '2027-11-22'].map(day => reviewFault(day, TODAY))
  const sentence = 'Elija un día entre el 22/11/2026 y el 21/11/2027'
  expect(faults).toEqual([sentence, sentence, null, null, sentence])
})

test('RELY-04 RELY-06: names the missing parts', () => {
  expect(missingIn(emptyFile(), TODAY)).toEqual({
    ...{ conditions: [...conditions], plan: true, conclusion: true, reviewOn: true },
  })
  expect(isWhole(missingIn(whole, TODAY))).toBe(true)
  expect(missingIn({ ...whole, answers: answersWith({ d: answer('FAILS') }) }, TODAY).conditions).toEqual(['d'])
  for (const one of [{ conclusion: null }, { reviewOn: null }]) {
    expect(isWhole(missingIn({ ...whole, ...one }, TODAY))).toBe(false)
  }
})

test('RELY-04 RELY-05 RELY-06: each fault says what to do', () => {
  expect(conditionFault('a', answer(null))).toBe('Elija una respuesta')
  expect(conditionFault('a', answer('FAILS'))).toBe('Explíquelo con al menos 10 caracteres')
  expect(planFault({ nextAuditOn: null, reason: '' }, TODAY)).toBe(
    'Escriba la fecha, o por qué no hay auditoría con al menos 10 caracteres',
  )
  expect(planFault({ nextAuditOn: '2026-11-20', reason: '' }, TODAY)).toBe(
    'La fecha ha pasado: escriba la de la próxima auditoría, o por qué no hay',
  )
  expect(conclusionFault({ conclusion: null, measures: '' })).toBe('Elija la conclusión')
  expect(conclusionFault({ conclusion: 'RELY_WITH_MEASURES', measures: '' })).toBe(
    'Escriba las medidas con al menos 10 caracteres',
  )
})

test('RELY-05: an unfinished file is no conflict: without a conclusion it fits', () => {
  const failed = answersWith({ a: answer('FAILS', why) })
  expect(conclusionFits({ answers: failed, conclusion: null })).toBe(true)
  expect(isWhole(missingIn({ ...whole, answers: answersWith({ d: answer('FAILS') }) }, TODAY))).toBe(false)
  expect(emptyFile()).toMatchObject({ plan: { nextAuditOn: null, reason: '' }, measures: '', reviewOn: null })
})

test('RELY-01: the next file begins with all of the last but its review date', () => {
  expect(continued(whole)).toEqual({ ...whole, reviewOn: null })
})

test('REG-31: services that are not ICT follow the guidelines of the day, all others the regulation', () => {
  const from = ['2027-07-01']
  for (const day of ['2026-11-29', '2027-06-30', '2027-07-01'] as const) {
    expect([null, 'S17'].map(type => lawOf(type, day, from))).toEqual(['DORA', 'DORA'])
    // The day from which the later ones apply is open until CCI writes it.
    expect(lawOf('NONE', day, [])).toBe('EBA')
  }
  expect(['2027-06-30', '2027-07-01'].map(day => lawOf('NONE', day, from))).toEqual(['EBA', 'EBA_2026'])
  expect(lawName('EBA')).toContain('EBA/GL/2019/02')
  expect(lawName('EBA_2026')).toContain('EBA/GL/2026/09')
  for (const law of laws) expect(lawNamed(lawName(law))).toBe(law)
  expect(lawNamed('Otra norma')).toBeNull()
  // Their paragraphs are not those of the earlier ones: they are cited as a whole.
  expect(parts.map(part => citationOf('EBA_2026', part))).toEqual(parts.map(() => 'EBA/GL/2026/09'))
  // The bank's register comes first, and one ICT type is enough.
  expect(saidIctType([null, 'S17', 'NONE'])).toBe('S17')
  expect([saidIctType(['NONE', 'S07']), saidIctType([null, 'NONE', 'S07'])]).toEqual(['S07', 'S07'])
  expect([saidIctType([null, 'NONE']), saidIctType([null]), saidIctType([])]).toEqual(['NONE', null, null])
  expect(parts.map(part => citationOf('DORA', part))).toEqual([
    ...conditions.map(each => `art. 8.3.${each}`),
    'art. 8.3',
  ])
  expect([citationOf('EBA', 'a'), citationOf('EBA', 'h'), citationOf('EBA', 'plan')]).toEqual([
    ...['apdo. 93.a', 'apdo. 93.h', 'apdo. 92'],
  ])
})
