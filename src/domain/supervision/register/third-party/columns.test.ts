import { expect, test } from 'vitest'
import { emptyValues } from '#domain/record/wire.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import { thirdPartyFields } from '#domain/supervision/register/entry/third-party.ts'
import {
  columnSources,
  columnsLeft,
  formNames,
  thirdPartyColumns,
} from '#domain/supervision/register/third-party/columns.ts'
import { guidelineEditions, guidelinesOn } from '#domain/supervision/register/third-party/guidelines.ts'

const empty = { ...emptyValues(arrangementFields), ...emptyValues(thirdPartyFields) } as unknown as ArrangementWire

const someThirdParty = (contract: ArrangementWire) => ({
  contract,
  provider: 'Furgones, S.A.',
  number: '',
  lei: '',
  parent: '',
})

test('REG-27: each column is asked for once and has its source, and each field of such a contract is a column', () => {
  for (const of of ['EBA', 'EBA_2026'] as const) {
    const keys = thirdPartyColumns(of).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toEqual(expect.arrayContaining(Object.keys(thirdPartyFields)))
    const sources = columnSources(of)
    expect(sources).toHaveLength(keys.length)
    expect(new Set(sources.map(([label]) => label)).size).toBe(keys.length)
    for (const [, source] of sources) expect(source).toMatch(/^EBA\/GL\/\d{4}\/\d\d, (5[45]\.[a-k]|sección 15)/)
  }
  // All of paragraph 54 but clouds, which are ICT services, and all of 55.
  const paragraphs = new Set(guidelineEditions.EBA.asks.map(({ source }) => source))
  for (const letter of 'abcdefgi') expect(paragraphs).toContain(`54.${letter}`)
  for (const letter of 'abcdefghijk') expect(paragraphs).toContain(`55.${letter}`)
})

test('REG-27: a form asks for every field of the guidelines once, of all contracts or of the critical', () => {
  const names = [...formNames(), ...formNames('critical')]
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(Object.keys(thirdPartyFields)))
  expect(formNames('critical')).toContain('hasExitPlan')
})

test('REG-27: what is left are the columns that are asked for and empty, of a critical function more of them', () => {
  const of = (values: object) => columnsLeft(someThirdParty({ ...empty, ...values }), 'EBA')
  expect(of({})).toContain('Función externalizada')
  expect(of({})).toContain('Número de identificación')
  // They may be empty.
  for (const label of ['Fin', 'LEI', 'Matriz última']) expect(of({})).not.toContain(label)
  expect(of({ outsourced: 'Archivo' })).not.toContain('Función externalizada')
  expect(of({})).not.toContain('Plan de salida documentado')
  expect(of({ isCritical: true })).toContain('Plan de salida documentado')
  expect(of({ isCritical: true, hasExitPlan: false })).not.toContain('Plan de salida documentado')
  expect(of({ isCritical: false })).not.toContain('Plan de salida documentado')
})

test('REG-27: the guidelines are those of the day', () => {
  expect(guidelinesOn('2026-11-30', [])).toBe('EBA')
  expect(guidelinesOn('2027-06-30', ['2027-07-01'])).toBe('EBA')
  expect(guidelinesOn('2027-07-01', ['2027-07-01'])).toBe('EBA_2026')
})

test('REG-27: numbers are numbers in the workbook', () => {
  const row = someThirdParty({ ...empty, annualCost: 1200.5, outsourced: 'Archivo' })
  const cells = Object.fromEntries(thirdPartyColumns('EBA').map(({ key, cell }) => [key, cell(row)]))
  expect(cells).toMatchObject({
    annualCost: 1200.5,
    noticeEntityDays: '',
    outsourced: 'Archivo',
    provider: 'Furgones, S.A.',
  })
})
