import { expect, test } from 'vitest'
import type { Grounds, SignedFile } from '#domain/supervision/reliance/due.ts'
import { causesOf, relianceStatusOn } from '#domain/supervision/reliance/due.ts'

const SIGNED = '2026-11-21T10:00:00.000Z'
const LATER = '2026-12-04T09:00:00.000Z'
const basis = {
  ...{ scoreId: 'SC', validationId: 'VA', rating: 'A/A/A', scoredAt: '2026-03-01T09:00:00.000Z' },
  ...{ expiresOn: '2027-03-01', assessmentId: 'AS', reportDate: '2026-02-10' },
  ...{ accreditedUntil: '2027-09-30', reviewSince: null },
}
const file: SignedFile = { signedAt: SIGNED, reviewOn: '2027-06-30', basis }
const nothing: Grounds = {
  ...{ corrected: null, superseded: null, reviewSince: null, accreditedUntil: '2027-09-30' },
  ...{ evaluations: [], chainChanges: [] },
}
const kindsOf = (grounds: Partial<Grounds>, today = '2026-12-10', of: Partial<SignedFile> = {}) =>
  causesOf({ ...file, ...of }, { ...nothing, ...grounds }, today).map(({ cause }) => cause)

test('RELY-08: a signed file is due from the day after its review date on', () => {
  const on = (today: string) => causesOf({ ...file, basis: null }, nothing, today)
  expect(['2027-06-29', '2027-06-30'].map(on)).toEqual([[], []])
  const cause = { cause: 'REVIEW_DATE', key: 'REVIEW_DATE:2027-06-30', on: '2027-07-01' }
  const sentence = 'Su fecha de revisión era el 30/06/2027.'
  expect(['2027-07-01', '2036-01-01'].map(on)).toEqual([[{ ...cause, sentence }], [{ ...cause, sentence }]])
  const statusOn = (today: string) => relianceStatusOn('SIGNED', file.reviewOn, on(today), today)
  expect(['2027-06-30', '2027-07-01'].map(statusOn)).toEqual(['SIGNED', 'REVIEW_DUE'])
})

test.each([
  ['nothing', {}, []],
  ['a correction of the rating', { corrected: { id: 'S2', at: LATER } }, ['CORRECTED']],
  ['a rating in its place', { superseded: { id: 'V2', at: LATER } }, ['SUPERSEDED']],
  ['an extraordinary review', { reviewSince: LATER }, ['UNDER_REVIEW']],
  ['another evaluation', { evaluations: [{ id: 'A2', at: LATER }] }, ['OTHER_EVALUATION']],
  ['the same evaluation again', { evaluations: [{ id: 'AS', at: LATER }] }, []],
  ['an evaluation of the moment of the signature', { evaluations: [{ id: 'A0', at: SIGNED }] }, []],
  ['an evaluation from before', { evaluations: [{ id: 'A0', at: '2026-11-20T09:00:00.000Z' }] }, []],
  ['an accreditation that ended before the report', { accreditedUntil: '2026-02-09' }, ['ACCREDITATION']],
  ['an accreditation that ended on the day of the report', { accreditedUntil: '2026-02-10' }, []],
  ['an accreditation withdrawn', { accreditedUntil: null }, []],
  ['a change of the chain that has begun', { chainChanges: [{ id: 'C1', at: '2026-12-10' }] }, ['CHAIN']],
  ['a change of the chain that is planned', { chainChanges: [{ id: 'C1', at: '2026-12-11' }] }, []],
  ['a change of the chain from before', { chainChanges: [{ id: 'C1', at: '2026-11-21' }] }, []],
] as const)('RELY-09: after %s the causes are %3$j', (_name, grounds, expected) => {
  expect(kindsOf(grounds)).toEqual(expected)
})

test('RELY-09: a rating that lapses today is in force today, and the file is due tomorrow', () => {
  expect(['2027-03-01', '2027-03-02'].map(today => kindsOf({}, today))).toEqual([[], ['LAPSED']])
})

test('RELY-09: states at the signature are no cause, and without a rating only later changes count', () => {
  expect(kindsOf({ reviewSince: LATER }, undefined, { basis: { ...basis, reviewSince: LATER } })).toEqual([])
  // One that was lifted and begun again since is another.
  expect(kindsOf({ reviewSince: LATER }, undefined, { basis: { ...basis, reviewSince: SIGNED } })).toEqual([
    'UNDER_REVIEW',
  ])
  expect(
    kindsOf({ accreditedUntil: '2026-01-31' }, undefined, { basis: { ...basis, accreditedUntil: '2026-01-31' } }),
  ).toEqual([])
  expect(kindsOf({ evaluations: [{ id: 'A1', at: LATER }], reviewSince: LATER }, undefined, { basis: null })).toEqual([
    'OTHER_EVALUATION',
  ])
})

test('RELY-10: each cause has a key of its own, a day in Madrid and a sentence, in the order of the days', () => {
  const grounds = {
    corrected: { id: 'S2', at: '2026-12-04T23:30:00.000Z' },
    evaluations: [
      { id: 'A3', at: '2026-12-06T09:00:00.000Z' },
      { id: 'A2', at: LATER },
    ],
  }
  expect(causesOf(file, { ...nothing, ...grounds }, '2026-12-10')).toEqual([
    {
      ...{ cause: 'OTHER_EVALUATION', key: 'OTHER_EVALUATION:A2', on: '2026-12-04' },
      sentence: 'Se publicó otra evaluación del servicio el 04/12/2026.',
    },
    {
      cause: 'CORRECTED',
      key: 'CORRECTED:S2',
      on: '2026-12-05',
      sentence: 'La calificación se corrigió el 05/12/2026.',
    },
    {
      ...{ cause: 'OTHER_EVALUATION', key: 'OTHER_EVALUATION:A3', on: '2026-12-06' },
      sentence: 'Se publicó otra evaluación del servicio el 06/12/2026.',
    },
  ])
})

test.each([
  [{ superseded: { id: 'V2', at: LATER } }, 'Otra calificación sustituyó a la suya el 04/12/2026.'],
  [{ reviewSince: LATER }, 'La calificación está en revisión extraordinaria desde el 04/12/2026.'],
  [
    { accreditedUntil: '2026-02-09' },
    'La acreditación de su evaluador terminó el 09/02/2026, antes de la fecha del informe.',
  ],
  [
    { chainChanges: [{ id: 'C1', at: LATER }] },
    'Entró en vigor un cambio relevante de la cadena de subcontratación el 04/12/2026.',
  ],
  [{}, 'La calificación caducó el 01/03/2027.', '2027-03-02'],
])('RELY-10: the bank reads why and since when: %j', (grounds, sentence, today = '2026-12-10') => {
  expect(causesOf(file, { ...nothing, ...grounds }, today).map(cause => cause.sentence)).toEqual([sentence])
})

test('RELY-09: drafts and files that were replaced are never due', () => {
  const causes = causesOf(file, { ...nothing, corrected: { id: 'S2', at: LATER } }, '2026-12-10')
  const statusOf = (stored: 'DRAFT' | 'SIGNED' | 'REPLACED') =>
    relianceStatusOn(stored, '2027-06-30', causes, '2026-12-10')
  expect([statusOf('DRAFT'), statusOf('SIGNED'), statusOf('REPLACED')]).toEqual(['DRAFT', 'REVIEW_DUE', 'REPLACED'])
  expect(relianceStatusOn('DRAFT', '2020-01-01', [], '2026-12-10')).toBe('DRAFT')
})
