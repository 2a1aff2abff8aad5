import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { choiceLabel } from '#domain/record/field.ts'
import type { ListName } from '#domain/supervision/register/edition/edition.ts'
import {
  isInList,
  listNames,
  tableCellOf,
  tableCodes,
  tableFile,
} from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import { lint } from '#domain/supervision/register/lint/lint.ts'
import { tableFiles } from '#domain/supervision/register/package/files.ts'
import { cellAt } from '#domain/supervision/register/table/row.ts'
import { tablesOf } from '#domain/supervision/register/table/tables.ts'
import { someEntity, someLine, someRegister } from '#test/support/registers.ts'

/** The lists, keys and references of the authority, kept apart from the code. */
const authority = JSON.parse(
  readFileSync(new URL('../../../../../test/fixtures/register/edition-4.0.json', import.meta.url), 'utf8'),
) as {
  comparedOn: string
  lists: Record<string, string[]>
  references: { table: string; columns: string[]; in: string }[]
}
const listOfAuthority: Record<ListName, string> = {
  country: 'countries',
  currency: 'currencies',
  codeKind: 'codeTypes',
  entityType: 'entityTypes',
  memberType: 'entityTypesOfGroup',
  hierarchy: 'hierarchy',
  arrangementType: 'arrangementTypes',
  endReason: 'endReasons',
  ictType: 'ictServiceTypes',
  activity: 'licensedActivities',
  yesNo: 'yesNo',
  yesNoUnknown: 'yesNoNotAssessed',
  sensitivity: 'sensitivity',
  reliance: 'reliance',
  substitutability: 'substitutability',
  noSubstituteReason: 'noSubstituteReasons',
  reintegration: 'reintegration',
  impact: 'impact',
  personType: 'personTypes',
  userNature: 'branchNature',
}

test.each(listNames)('REG-04: the list %s is that of the authority', name => {
  const { prefix, values } = edition40.lists[name]
  expect(values.map(({ code }) => prefix + code).toSorted()).toEqual(authority.lists[listOfAuthority[name]]!.toSorted())
})

test('REG-04: a value outside its list is an error that names it', () => {
  const facts = someRegister({ entity: someEntity({ type: 'x317', country: 'qx2007' }) })
  const found = lint({
    edition: edition40,
    facts,
    tables: tablesOf(edition40, facts, '2026-02-01'),
    today: '2026-02-01',
    referenceDate: '2025-12-31',
  })
  const sentences = found
    .filter(({ rule, severity }) => rule === 'R80' && severity === 'ERROR')
    .map(each => each.sentence)
  expect(sentences.join()).toContain('«x317» no está en la lista de «Tipo de entidad»')
  expect(sentences.join()).toContain('«qx2007» no está en la lista de «País de la entidad»')
})

test('DORA-12: every reference of the authority to one column is a relation', () => {
  const single = authority.references.filter(({ columns }) => columns.length === 1)
  for (const { table, columns, in: to } of single) {
    const from = `${table} ${columns[0]}`
    expect(edition40.relations.find(each => each.from === from)?.to, from).toBe(`${to} c0010`)
  }
})

/** The headers and keys of the annex, written a second time. */
const annex: Record<string, { columns: string; keys: string }> = {
  'B_01.01': { columns: 'c0010 c0020 c0030 c0040 c0050 c0060', keys: 'c0010' },
  'B_01.02': {
    columns: 'c0010 c0020 c0030 c0040 c0050 c0060 c0070 c0080 c0090 c0100 c0110',
    keys: 'c0010',
  },
  'B_01.03': { columns: 'c0010 c0020 c0030 c0040', keys: 'c0010 c0020' },
  'B_02.01': { columns: 'c0010 c0020 c0030 c0040 c0050', keys: 'c0010' },
  'B_02.02': {
    columns:
      'c0010 c0020 c0030 c0040 c0050 c0060 c0070 c0080 c0090 c0100 c0110 c0120 c0130 c0140 c0150 c0160 c0170 c0180',
    keys: 'c0010 c0020 c0030 c0050 c0060 c0130 c0150 c0160',
  },
  'B_02.03': { columns: 'c0010 c0020 c0030', keys: 'c0010 c0020' },
  'B_03.01': { columns: 'c0010 c0020 c0030', keys: 'c0010 c0020' },
  'B_03.02': { columns: 'c0010 c0020 c0030', keys: 'c0010 c0020' },
  'B_03.03': { columns: 'c0010 c0020 c0031', keys: 'c0010 c0020' },
  'B_04.01': { columns: 'c0010 c0020 c0030 c0040', keys: 'c0010 c0020 c0040' },
  'B_05.01': { columns: 'c0010 c0020 c0030 c0040 c0050 c0060 c0070 c0080 c0090 c0100 c0110 c0120', keys: 'c0010' },
  'B_05.02': { columns: 'c0010 c0020 c0030 c0040 c0050 c0060 c0070', keys: 'c0010 c0020 c0030 c0050 c0060' },
  'B_06.01': { columns: 'c0010 c0020 c0030 c0040 c0050 c0060 c0070 c0080 c0090 c0100', keys: 'c0010 c0040' },
  'B_07.01': {
    columns: 'c0010 c0020 c0030 c0040 c0050 c0060 c0070 c0080 c0090 c0100 c0110 c0120',
    keys: 'c0010 c0020 c0040',
  },
  'B_99.01': {
    columns:
      'c0010 c0020 c0030 c0040 c0050 c0060 c0070 c0080 c0090 c0100 c0110 c0120 c0130 c0140 c0150 c0160 c0170 c0180 c0190',
    keys: '',
  },
}

test('DORA-12: the files of all fifteen tables have the headers and keys of the edition', () => {
  expect(Object.keys(annex)).toEqual([...tableCodes])
  const files = tableFiles(edition40, tablesOf(edition40, someRegister(), '2026-02-01'))
  for (const [at, table] of tableCodes.entries()) {
    const { columns } = edition40.tables[table]
    expect(files[at]!.path).toBe(tableFile(table))
    expect(files[at]!.text.split('\r\n')[0], table).toBe(annex[table]!.columns.replaceAll(' ', ','))
    const keys = columns.filter(({ isKey }) => isKey).map(({ code }) => code)
    expect(keys.join(' '), table).toBe(annex[table]!.keys)
  }
})

test('DORA-12: each relation leads from a column to a key, and each list says where it comes from', () => {
  expect(edition40.relations).toHaveLength(24)
  for (const { from, to } of edition40.relations) {
    for (const [table, column] of [tableCellOf(from), tableCellOf(to)]) {
      expect(
        edition40.tables[table].columns.map(({ code }) => code),
        `${table} ${column}`,
      ).toContain(column)
    }
  }
  for (const name of listNames) {
    const list = edition40.lists[name]
    const codes = list.values.map(({ code }) => code)
    expect(new Set(codes).size, name).toBe(codes.length)
    expect(list.source, name).not.toBe('')
    expect(list.comparedOn, name).toBe(authority.comparedOn)
    expect(choiceLabel(list, codes[0]!), name).toBe(list.values[0]!.label)
  }
  expect(isInList(edition40.lists.ictType, 'S20')).toBe(false)
})

test('DORA-12: a value outside its list is reported and never exported', () => {
  const facts = someRegister({ lines: [someLine(1, { sensitivity: 'x999', provisionCountries: ['ZZ'] })] })
  const [row] = tablesOf(edition40, facts, '2026-02-01')['B_02.02']
  expect(row!.unlisted).toEqual([
    { column: 'c0130', value: 'ZZ' },
    { column: 'c0170', value: 'x999' },
  ])
  expect(cellAt(edition40, 'B_02.02', row!, 'c0170')).toBe('')
  expect(row!.cells.join()).not.toMatch(/x999|ZZ(?!:)/)
})
