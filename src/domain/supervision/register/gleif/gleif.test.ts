import { expect, test } from 'vitest'
import { gleifFiles, gleifKindOf, publishedOn } from '#domain/supervision/register/gleif/gleif.ts'

test('REG-23: a file is known by its columns, whatever else it has', () => {
  const { LEI, PARENT, EXCEPTION } = gleifFiles
  expect(gleifKindOf([...LEI.columns, 'ConformityFlag'])).toBe('LEI')
  expect(gleifKindOf(PARENT.columns)).toBe('PARENT')
  expect(gleifKindOf(EXCEPTION.columns)).toBe('EXCEPTION')
  expect(gleifKindOf(LEI.columns.slice(1))).toBeNull()
})

test.each([
  ['20261128-0800-gleif-goldencopy-lei2-golden-copy.csv', '2026-11-28'],
  ['/srv/20261128-1600-gleif-goldencopy-rr-golden-copy.csv.zip', '2026-11-28'],
  ['20261328-0800-gleif-goldencopy-lei2-golden-copy.csv', null],
  ['gleif.csv', null],
])('REG-23: %s says when it was published', (name, day) => {
  expect(publishedOn(name)).toBe(day)
})

test('REG-23: of a company its status is kept, and that it does not exist any more', () => {
  const row = (entity: string, registration: string, renewal = '2027-05-01T00:00:00Z') =>
    gleifFiles.LEI.row(['X', 'Empresa', '', entity, registration, renewal])
  expect(row('ACTIVE', 'ISSUED')).toEqual(['X', 'Empresa', null, 'ISSUED', '2027-05-01'])
  expect(row('INACTIVE', 'ISSUED', '')).toEqual(['X', 'Empresa', null, 'INACTIVE', null])
  expect(row('INACTIVE', 'MERGED')?.[3]).toBe('MERGED')
})

test('REG-23: only ultimate parents of today are kept, and reasons that there is none', () => {
  const parent = '959800R2X69K6Y6MX775'
  const pair = (type: string, status = 'ACTIVE') => gleifFiles.PARENT.row(['X', parent, type, status])
  expect(pair('IS_ULTIMATELY_CONSOLIDATED_BY')).toEqual(['X', parent])
  expect(pair('IS_ULTIMATELY_CONSOLIDATED_BY', 'INACTIVE')).toBeNull()
  expect(pair('IS_DIRECTLY_CONSOLIDATED_BY')).toBeNull()
  const ultimate = 'ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT'
  const exception = (reason: string, category = ultimate) => gleifFiles.EXCEPTION.row(['X', category, reason])
  expect(exception('NATURAL_PERSONS')).toEqual(['X', 'X'])
  expect(exception('NO_KNOWN_PERSON')).toEqual(['X', 'X'])
  expect(exception('NON_PUBLIC')).toBeNull()
  expect(exception('NO_LEI')).toBeNull()
  expect(exception('NATURAL_PERSONS', 'DIRECT_ACCOUNTING_CONSOLIDATION_PARENT')).toBeNull()
})
