import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { CountryLists } from '#domain/supervision/register/import/merge-countries.ts'
import { mergeCountries } from '#domain/supervision/register/import/merge-countries.ts'
import { columnNamed, tableNamed, tableRows } from '#domain/supervision/register/import/tables.ts'

const combinationsOf = ({ provisionCountries, storageCountries, processingCountries }: CountryLists): string[] => {
  const of = (countries: readonly string[]) => (countries.length > 0 ? countries : ['-'])
  return of(provisionCountries).flatMap(a =>
    of(storageCountries).flatMap(b => of(processingCountries).map(c => `${a} ${b} ${c}`)),
  )
}

test('REG-20: rows of one service become few lines, which make the same rows again', () => {
  const country = fc.constantFrom('', 'ES', 'FR', 'IE')
  const row = fc.record({ a: country, b: country, c: country, kind: fc.constantFrom('x', 'y') })
  const key = ({ a, b, c, kind }: { a: string; b: string; c: string; kind: string }) =>
    `${kind} ${a || '-'} ${b || '-'} ${c || '-'}`
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: key, maxLength: 40 }), rows => {
      const countries = ({ a, b, c }: (typeof rows)[number]) => ({
        provisionCountries: [a].filter(Boolean),
        storageCountries: [b].filter(Boolean),
        processingCountries: [c].filter(Boolean),
      })
      const merged = mergeCountries(rows, { countries, kind: each => each.kind })
      const again = merged.flatMap(each => combinationsOf(each.countries).map(text => `${each.rows[0]!.kind} ${text}`))
      expect(again.toSorted()).toEqual(rows.map(key).toSorted())
    }),
  )
  const all = ['ES', 'FR'].flatMap(a => ['DE', 'IE'].flatMap(b => ['PT', 'IT'].map(c => ({ a, b, c }))))
  const countries = ({ a, b, c }: (typeof all)[number]) => ({
    ...{ provisionCountries: [a], storageCountries: [b], processingCountries: [c] },
  })
  expect(mergeCountries(all, { countries, kind: () => '' })).toHaveLength(1)
})

test('REG-20: tables and columns are known by their codes, however a maker writes them', () => {
  for (const name of [
    'b_02.01.csv',
    'B_02.01',
    'B_02.01 Contratos',
    'Plantilla B_02.01',
    'RT.02.01',
    'B0201',
    'B 02 01',
  ]) {
    expect(tableNamed(name), name).toBe('B_02.01')
  }
  for (const name of ['B_02.09', 'Faltas', 'AB_02.01', 'b_02.011', '2025']) expect(tableNamed(name), name).toBeNull()
  for (const name of ['c0010', 'C0010', 'c0010 Referencia', '0010', 'B_02.01.0010', 'RT.02.01.0010', ' c0010 ']) {
    expect(columnNamed(name), name).toBe('c0010')
  }
  for (const name of ['Referencia', '00100', 'c10', 'fila c0010']) expect(columnNamed(name), name).toBeNull()
})

test('REG-20: an amount of a CSV has a decimal point, one of a workbook is as people write it', () => {
  const amountIn = (cell: string, isPlain: boolean) => {
    const table = { columns: ['c0010', 'c0050'], rows: [[2, 'CT-1', cell] as const] }
    const { rows, faults } = tableRows(edition40, { tables: { 'B_02.01': table }, referenceDate: null, isPlain })
    return faults.length > 0 ? 'refused' : rows['B_02.01'][0]!.values.get('c0050')
  }
  expect(['1000.5', '1.234', '1234', '0.005', '1e5', '-1'].map(cell => amountIn(cell, true))).toEqual([
    1000.5,
    1.23,
    1234,
    0.01,
    'refused',
    'refused',
  ])
  expect(['1000,5', '1.234', '1,234', '1234.50'].map(cell => amountIn(cell, false))).toEqual([
    1000.5,
    1234,
    'refused',
    1234.5,
  ])
})
