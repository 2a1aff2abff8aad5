import { expect, test } from 'vitest'
import { changesBetween } from '#domain/supervision/reliance/changes.ts'
import { canonicalText } from '#domain/supervision/reliance/content.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { factDate, factText } from '#domain/supervision/reliance/facts.ts'
import { emptyFile, type Written } from '#domain/supervision/reliance/file.ts'
import type { RelianceStanding } from '#domain/supervision/reliance/standing.ts'
import { relianceStandingOf, relianceStandingText, sortedReliance } from '#domain/supervision/reliance/standing.ts'
import { factsOfWritten, withChange } from '#domain/supervision/reliance/written.ts'

const fact = (key: string, value: string | null, more: Partial<Fact> = {}): Fact => ({
  ...{ part: 'b', key, label: `Dato ${key}`, value, on: null, source: null },
  ...more,
})
const empty = emptyFile()

test('RELY-11: facts and answers that differ are named with both values, in the order of the file', () => {
  const before = {
    facts: [fact('rating', 'A/A/A', { on: '2026-03-01' }), fact('scope', 'Dos centros'), fact('gone', 'Sí')],
    written: {
      ...empty,
      answers: { ...empty.answers, g: { verdict: 'HOLDS', text: '', clause: '14.2' } },
      conclusion: 'RELY',
    } as Written,
  }
  const now = {
    facts: [fact('rating', 'A/A/A', { on: '2027-03-01' }), fact('scope', 'Dos centros'), fact('new', null)],
    written: {
      ...empty,
      answers: { ...empty.answers, g: { verdict: 'FAILS', text: 'Ya no está en el contrato', clause: '' } },
      plan: { nextAuditOn: '2027-10-01', reason: 'Conjunta' },
      conclusion: 'NOT_RELY',
    } as Written,
  }
  expect(changesBetween(before, now).map(Object.values)).toEqual([
    ['b', 'FACT', 'Dato rating', 'A/A/A, 01/03/2026', 'A/A/A, 01/03/2027'],
    ['b', 'FACT', 'Dato new', '', 'No consta en el portal'],
    ['b', 'FACT', 'Dato gone', 'Sí', ''],
    ['g', 'ANSWER', 'Respuesta', 'Se cumple', 'No se cumple'],
    ['g', 'ANSWER', 'Explicación', '', 'Ya no está en el contrato'],
    ['g', 'ANSWER', 'Cláusula', '14.2', ''],
    ['plan', 'ANSWER', 'Próxima auditoría', '', '01/10/2027. Conjunta'],
    ['conclusion', 'ANSWER', 'Conclusión', 'Nos apoyamos', 'No nos apoyamos'],
  ])
  expect(changesBetween(now, now)).toEqual([])
})

test('RELY-11: lists changed facts in the order of the parts, and compares the written answers', () => {
  const before = { facts: [], written: { ...empty, measures: 'Antes' } }
  const facts = [fact('last', '3', { part: 'h' }), fact('first', '1', { part: 'a' }), fact('next', '2', { part: 'b' })]
  const now = { facts, written: { ...empty, conclusion: 'RELY' as const } }
  expect(changesBetween(before, now)).toEqual([
    ...(['a', 'b', 'h'] as const).map((part, i) => ({
      ...{ part, kind: 'FACT', label: `Dato ${['first', 'next', 'last'][i]}`, before: '', now: `${i + 1}` },
    })),
    { part: 'conclusion', kind: 'ANSWER', label: 'Conclusión', before: '', now: 'Nos apoyamos' },
    { part: 'conclusion', kind: 'ANSWER', label: 'Medidas', before: 'Antes', now: '' },
  ])
  const answered = { ...empty, answers: { ...empty.answers, a: { verdict: 'HOLDS' as const, text: '', clause: '' } } }
  expect(changesBetween({ facts: [], written: empty }, { facts: [], written: answered })).toMatchObject([
    { label: 'Respuesta', before: '', now: 'Se cumple' },
  ])
})

test('a fact reads as its value and its date, or says that the portal does not know', () => {
  expect([factText(fact('x', null)), factText(fact('x', 'Sí'))]).toEqual(['No consta en el portal', 'Sí'])
  expect([null, '2026-03-01', '2026-03-01T09:00:00.000Z'].map(on => factDate({ on }))).toEqual([
    ...['', '01/03/2026', '01/03/2026 10:00'],
  ])
})

test('RELY-15: the missing and the due come first, then by name', () => {
  const row = (standing: RelianceStanding, provider: string, reviewOn: string | null = null) => ({
    ...{ standing, provider, service: 'Custodia', reviewOn, useId: provider },
  })
  const rows = [
    row('SIGNED', 'Cantera', '2027-06-30'),
    row('DUE', 'Mirlo', '2026-06-30'),
    row('MISSING', 'Ñandú'),
    row('DRAFT', 'Arcadio'),
    row('MISSING', 'Nogal'),
    row('SIGNED', 'Lumbre', '2027-01-31'),
  ]
  const names = (sort: string) => sortedReliance(rows, sort).map(({ provider }) => provider)
  expect(names('standing')).toEqual(['Nogal', 'Ñandú', 'Mirlo', 'Arcadio', 'Lumbre', 'Cantera'])
  expect(names('provider,desc').slice(0, 3)).toEqual(['Ñandú', 'Nogal', 'Mirlo'])
  expect(names('reviewOn').slice(0, 3)).toEqual(['Mirlo', 'Lumbre', 'Cantera'])
})

test('RELY-15: sorts uses of one service in a fixed order, the service without a use first', () => {
  const rows = ['2', null, '1'].map(useId => ({
    ...{ standing: 'MISSING' as const, provider: 'Nogal', service: 'Custodia', reviewOn: null, useId },
  }))
  expect(sortedReliance(rows, 'standing').map(({ useId }) => useId)).toEqual([null, '1', '2'])
})

test('RELY-15: the standing follows from the signed file, and from the draft where there is none', () => {
  expect(relianceStandingOf(null, false)).toBe('MISSING')
  expect(relianceStandingOf(null, true)).toBe('DRAFT')
  expect(relianceStandingOf('SIGNED', true)).toBe('SIGNED')
  expect(relianceStandingOf('REVIEW_DUE', true)).toBe('DUE')
  expect(relianceStandingText('SIGNED', '2027-06-30')).toBe('Firmado hasta el 30/06/2027')
  expect(relianceStandingText('DUE', '2026-06-30')).toBe('Por revisar')
})

test('RELY-07: the same content has the same text, whatever the order of its keys', () => {
  const [one, other] = [
    { b: [1, { d: null, c: 'ñ' }], a: undefined, e: true },
    { e: true, b: [1, { c: 'ñ', d: null }] },
  ]
  expect(canonicalText(one)).toBe('{"b":[1,{"c":"ñ","d":null}],"e":true}')
  expect(canonicalText(other)).toBe(canonicalText(one))
  expect(canonicalText({ b: [1, { c: 'n', d: null }], e: true })).not.toBe(canonicalText(one))
})

test('a change of a draft sets what it names, and a conflict shows it in words', () => {
  const change = {
    answers: { a: { verdict: 'RESERVATIONS' as const, text: 'Falta el plan', clause: '' }, b: undefined },
    reviewOn: '2027-06-30',
    measures: undefined,
  }
  const written = withChange({ ...empty, measures: 'Las de antes' }, change)
  expect(written).toMatchObject({ reviewOn: '2027-06-30', measures: 'Las de antes', conclusion: null })
  expect([written.answers.a.verdict, written.answers.b.verdict]).toEqual(['RESERVATIONS', null])
  expect(factsOfWritten(change)).toEqual({ a: 'Se cumple con reservas · Falta el plan', reviewOn: '30/06/2027' })

  const all = { plan: { nextAuditOn: null, reason: 'Conjunta' }, conclusion: 'RELY' as const, measures: 'Copias' }
  expect(factsOfWritten(all)).toStrictEqual({ plan: 'Conjunta', conclusion: 'Nos apoyamos', measures: 'Copias' })
  const emptied = { answers: { a: { verdict: null, text: 'x', clause: '' } }, conclusion: null, reviewOn: null }
  expect(factsOfWritten(emptied)).toStrictEqual({ a: 'x', conclusion: '', reviewOn: '' })
})
