import { describe, expect, test } from 'vitest'
import { proposedReferenceDate } from '#domain/supervision/register/as-of.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { RegisterFacts } from '#domain/supervision/register/facts.ts'
import type { KeptTables } from '#domain/supervision/register/package/changes.ts'
import { keptOf, packageChanges } from '#domain/supervision/register/package/changes.ts'
import { csvText } from '#domain/supervision/register/package/csv.ts'
import { packageFiles, packageName } from '#domain/supervision/register/package/files.ts'
import { formatLabels, needsCleanRegister, packageFormats } from '#domain/supervision/register/package/format.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { checkPackage } from '#test/support/register-checker.ts'
import { largeRegister, someContract, someFunction, someLei, someLine, someRegister } from '#test/support/registers.ts'

const made = {
  edition: edition40,
  level: 'IND',
  lei: someLei(0),
  country: 'ES',
  referenceDate: '2025-12-31',
  madeAt: '2026-03-15T08:04:05.067Z',
} as const
const folder = `${someLei(0)}.IND_ES_DORA010100_DORA_2025-12-31_20260315080405067`
const filesOf = (facts: RegisterFacts) => {
  const files = packageFiles({ ...made, tables: tablesOf(edition40, facts, '2026-03-15') })
  return new Map(files.map(({ path, text }) => [path, text]))
}

describe('DORA-22: the package', () => {
  const files = () => filesOf(someRegister())
  const text = (path: string) => files().get(`${folder}/${path}`)

  test('has one folder of its own name, and in it the files of the format', () => {
    expect([...files().keys()].map(path => path.replace(`${folder}/`, ''))).toEqual([
      'META-INF/reportPackage.json',
      'reports/report.json',
      'reports/parameters.csv',
      'reports/FilingIndicators.csv',
      ...'01.01 01.02 01.03 02.01 02.02 02.03 03.01 03.02 03.03 04.01 05.01 05.02 06.01 07.01 99.01'
        .split(' ')
        .map(code => `reports/b_${code}.csv`),
    ])
    expect(JSON.parse(text('META-INF/reportPackage.json')!)).toEqual({
      documentInfo: { documentType: 'https://xbrl.org/report-package/2023' },
    })
    expect(JSON.parse(text('reports/report.json')!)).toEqual({
      documentInfo: {
        documentType: 'https://xbrl.org/2021/xbrl-csv',
        extends: ['http://www.eba.europa.eu/eu/fr/xbrl/crr/fws/dora/4.0/mod/dora.json'],
      },
    })
  })

  test('has five parameters and no other', () => {
    expect(text('META-INF/reportPackage.json')).toMatch(/^\{\n {2}"documentInfo": .*\}\n$/s)
    expect(text('reports/parameters.csv')!.trimEnd().split('\r\n')).toEqual([
      'name,value',
      `entityID,rs:${someLei(0)}.IND`,
      'refPeriod,2025-12-31',
      'baseCurrency,iso4217:EUR',
      'decimalsInteger,0',
      'decimalsMonetary,2',
    ])
  })

  test('REG-01: files every table, also one without rows', () => {
    const [header, ...lines] = text('reports/FilingIndicators.csv')!.trimEnd().split('\r\n')
    expect(header).toBe('templateID,reported')
    expect(lines).toEqual(tableCodes.map(table => `${table},true`))
    expect(text('reports/b_02.03.csv')).toBe('c0010,c0020,c0030\r\n')
  })

  test('quotes what needs quotes, and begins without a mark', () => {
    expect(csvText(['c0010'], [['a,"b"\nc'], ['á']])).toBe('c0010\r\n"a,""b""\nc"\r\ná\r\n')
    for (const content of files().values()) expect(content.startsWith('\ufeff')).toBe(false)
  })
})

test('DORA-23: the reference date proposed is the last day of the year before, and the name says what it is', () => {
  expect(proposedReferenceDate('2026-01-01')).toBe('2025-12-31')
  expect(proposedReferenceDate('2026-12-31')).toBe('2025-12-31')
  expect(packageName(made)).toBe(folder)
  expect(packageName({ ...made, madeAt: '2026-03-15T08:04:05Z' })).toBe(folder.replace(/067$/, '000'))
  expect(packageName({ ...made, madeAt: '2026-03-15T08:04:05.067123Z' })).toBe(folder)
})

describe('an independent program reads the files alone', () => {
  test('and finds nothing wrong with a register of 200 contracts', () => {
    const facts = largeRegister(200)
    const files = filesOf(facts)
    expect(files.get(`${folder}/reports/b_02.01.csv`)!.split('\r\n')).toHaveLength(202)
    expect(checkPackage(files)).toEqual([])
  })

  test('REG-12: nothing either when lines have several countries, a row for each combination', () => {
    const { lines, ...rest } = largeRegister(40)
    const lists = { provisionCountries: ['ES', 'FR', 'PT'], storageCountries: [], processingCountries: ['DE', 'IE'] }
    const files = filesOf({ ...rest, lines: lines.map(line => ({ ...line, ...lists })) })
    expect(files.get(`${folder}/reports/b_02.02.csv`)!.split('\r\n')).toHaveLength(lines.length * 6 + 2)
    expect(checkPackage(files)).toEqual([])
  })

  test.each<[string, string, (text: string) => string, RegExp]>([
    ['a table that is not filed', 'FilingIndicators', text => text.replace('true', 'false'), /B_01.01 is said false/],
    ['a row twice', 'b_02.01', text => `${text}CT-001,,,,\r\n`, /B_02.01 row 2 repeats/],
    ['an empty key', 'b_06.01', text => text.replace('F1', ''), /B_06.01 row 1 has an empty key/],
    ['a reference that leads nowhere', 'b_02.02', text => text.replace('F1', 'F9'), /c0050 'F9' is not in B_06.01/],
    ['a byte-order mark', 'b_01.01', text => `\ufeff${text}`, /byte-order mark/],
  ])('and finds %s', (_name, file, change, found) => {
    const files = filesOf(someRegister())
    const path = `${folder}/reports/${file}.csv`
    files.set(path, change(files.get(path)!))
    expect(checkPackage(files).join('\n')).toMatch(found)
  })
})

test('two packages are compared by the keys of their rows', () => {
  const kept = (facts: RegisterFacts): KeptTables => keptOf(tablesOf(edition40, facts, '2026-03-15'))
  const of = (rows: KeptTables) => ({ edition: edition40, rows })
  const before = kept(someRegister())
  const after = kept(
    someRegister({
      functions: [someFunction(1, { rtoHours: 8 })],
      arrangements: [someContract(2)],
      lines: [someLine(1, { arrangementId: 'contract2' })],
    }),
  )
  expect(packageChanges(of(before), of(before))).toEqual([])
  const found = packageChanges(of(before), of(after))
  expect(found.filter(({ table }) => table === 'B_02.01')).toEqual([
    { table: 'B_02.01', key: 'CT-001', kind: 'GONE', columns: [] },
    { table: 'B_02.01', key: 'CT-002', kind: 'NEW', columns: [] },
  ])
  expect(found.find(({ table }) => table === 'B_03.02')!.key).toBe(`CT-001 · ${someLei(1)}`)
  expect(found.filter(({ table }) => table === 'B_06.01')).toMatchObject([
    { kind: 'CHANGED', columns: [{ column: 'c0080', before: '4', after: '8' }] },
  ])
})

test('DORA-22: only the file for the authority needs a clean register', () => {
  expect(packageFormats.map(format => [formatLabels[format], needsCleanRegister(format)])).toEqual([
    ['xBRL-CSV', true],
    ['CSV', false],
    ['Excel', false],
  ])
})
