import { expect, test } from 'vitest'
import type { Edition } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import { editionChanges } from '#domain/supervision/register/edition/edition-changes.ts'
import { editionText, parseEdition } from '#domain/supervision/register/edition/edition-file.ts'
import { withLoaded } from '#domain/supervision/register/edition/editions.ts'

type Json = { [name: string]: unknown } & {
  lists: Record<string, { values: { code: string; label: string }[]; comparedOn: string | null }>
  tables: Record<string, { columns: { code: string; name: string; kind: string; isKey: boolean }[] }>
}
/** Edition 4.0 as a file, edited. */
function edited(edit: (file: Json) => void): string {
  const file = JSON.parse(editionText(edition40))
  edit(file)
  return JSON.stringify(file)
}
const read = (json: string): Edition => {
  const found = parseEdition(json)
  if ('faults' in found) throw new Error(JSON.stringify(found.faults))
  return { ...found.edition, load: 'x' }
}
const pathsOf = (json: string) => {
  const found = parseEdition(json)
  return 'faults' in found ? found.faults.map(({ path }) => path) : []
}

test('REG-18: an edition as a file is read back as the same, whatever the order of its parts', () => {
  const text = editionText(edition40)
  expect(parseEdition(text)).toEqual({ edition: { ...edition40, load: undefined } })
  const turned = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed()))
  expect(editionText(read(`\ufeff${turned}`))).toBe(text)
  expect(editionChanges(edition40, read(turned))).toEqual({
    facts: [],
    lists: [],
    tables: [],
    relations: { added: [], removed: [] },
    mustBeFilled: { added: [], removed: [] },
  })
})

test.each<[string, (file: Json) => void, string[]]>([
  ['a list is missing', ({ lists }) => void delete lists.impact, ['lists.impact']],
  [
    'a code stands twice',
    ({ lists }) => void lists.country!.values.push({ code: 'ES', label: 'Otra España' }),
    ['lists.country.values[251].code'],
  ],
  [
    'a code is no code',
    ({ lists }) => void Object.assign(lists.impact!.values[1]!, { code: '=1+1' }),
    ['lists.impact.values[1].code'],
  ],
  [
    'a label is blank',
    ({ lists }) => void Object.assign(lists.impact!.values[1]!, { label: ' ' }),
    ['lists.impact.values[1].label'],
  ],
  ['a list is empty', ({ lists }) => void Object.assign(lists.impact!, { values: [] }), ['lists.impact.values']],
  [
    'a code that the portal writes is missing',
    ({ lists }) => void lists.codeKind!.values.splice(0, 1),
    ['lists.codeKind.values'],
  ],
  ['a table is missing', ({ tables }) => void delete tables['B_02.01'], ['tables["B_02.01"]']],
  [
    'a column that the portal fills is missing',
    ({ tables }) => void tables['B_02.01']!.columns.splice(4, 1),
    ['tables["B_02.01"].columns'],
  ],
  [
    'such a column holds something else',
    ({ tables }) => void Object.assign(tables['B_02.01']!.columns[4]!, { kind: 'day' }),
    ['tables["B_02.01"].columns[4].kind'],
  ],
  [
    'a column stands twice',
    ({ tables }) => void tables['B_02.01']!.columns.push(tables['B_02.01']!.columns[0]!),
    ['tables["B_02.01"].columns[5].code'],
  ],
  [
    'a reference leads nowhere',
    file => void (file.relations as unknown[]).push({ from: 'B_02.01 c0010', to: 'B_77.01 c0010' }),
    ['relations[24].to'],
  ],
  [
    'a column to fill is none',
    file => void Object.assign(file, { mustBeFilled: ['B_02.01 c0999'] }),
    ['mustBeFilled[0]'],
  ],
  ['a date is none', file => void Object.assign(file, { from: '2026-02-30' }), ['from']],
  ['the name of the module is a path', file => void Object.assign(file, { module: '../../x' }), ['module']],
  ['there is more', file => void Object.assign(file, { rules: [] }), ['rules']],
  [
    'several things are wrong',
    file => void Object.assign(file, { number: 4, from: 'ayer', framework: '' }),
    ['number', 'from', 'framework'],
  ],
])('REG-18: a file in which %s is refused with its path', (_, edit, paths) => {
  expect(pathsOf(edited(edit))).toEqual(paths)
})

test('REG-18: what is no JSON is refused with its place', () => {
  const text = editionText(edition40)
  const messageOf = (json: string) => {
    const found = parseEdition(json)
    return 'faults' in found ? found.faults[0]!.message : ''
  }
  expect(messageOf(text.slice(0, 30_010))).toMatch(
    /^(El archivo está cortado: termina en|No es JSON desde) la línea 16\d\d/,
  )
  expect(messageOf('{\n"a" 1}')).toBe('No es JSON desde la línea 2, columna 5. Puede que el archivo esté cortado.')
  expect(messageOf('{"a":tru')).toBe('El archivo está cortado: termina en la línea 1.')
  expect([messageOf(' '), messageOf('PK')]).toEqual(['El archivo está vacío.', 'El archivo no es JSON.'])
  for (const json of ['', 'PK\u0003\u0004', '['.repeat(500_000), 'null', '[]', '"4.0"']) {
    expect(pathsOf(json), json.slice(0, 10)).toEqual([''])
  }
})

test('REG-18: what changes is listed: codes added, removed and relabelled, keys, columns, references and dates', () => {
  const file = read(
    edited(({ lists, tables }) => {
      lists.impact!.values.splice(0, 1)
      lists.impact!.values[0]!.label = 'Mediano'
      lists.impact!.values.push({ code: 'x9001', label: 'Enorme' })
      lists.reliance!.values.reverse()
      lists.currency!.comparedOn = null
      const { columns } = tables['B_02.01']!
      columns[1]!.isKey = true
      columns[2]!.name = 'Otro nombre'
      columns.splice(1, 0, { ...columns[4]!, code: 'c0015', name: 'Descuento' })
    }),
  )
  const changes = editionChanges(edition40, {
    ...file,
    from: '2025-12-31',
    relations: [...file.relations.slice(1), { from: 'B_06.01 c0030', to: 'B_01.01 c0020', except: '-' }],
    mustBeFilled: ['B_06.01 c0060'],
  })
  expect(changes.facts).toEqual([{ label: 'Vale desde la fecha de referencia', from: '31/12/2024', to: '31/12/2025' }])
  expect(changes.lists).toMatchObject([
    { list: 'currency', facts: [{ label: 'Comparada con la de la ABE', from: '28/11/2026', to: 'todavía no' }] },
    { list: 'reliance', added: [], removed: [], facts: [{ label: 'Orden' }] },
    {
      list: 'impact',
      added: [{ code: 'x9001', label: 'Enorme' }],
      removed: [{ code: 'x791', label: 'Bajo' }],
      relabelled: [{ code: 'x792', from: 'Medio', to: 'Mediano' }],
      facts: [],
    },
  ])
  expect(changes.tables).toEqual([
    {
      table: 'B_02.01',
      name: 'Contratos: información general',
      added: ['c0015 Descuento'],
      removed: [],
      changed: [{ label: 'c0030, nombre', from: 'Referencia del contrato marco', to: 'Otro nombre' }],
      key: { from: ['c0010'], to: ['c0010', 'c0020'] },
    },
  ])
  expect(changes.relations).toEqual({
    added: ['B_06.01 c0030 → B_01.01 c0020, salvo «-»'],
    removed: ['B_01.02 c0060 → B_01.02 c0010'],
  })
  expect(changes.mustBeFilled).toEqual({ added: ['B_06.01 c0060'], removed: [] })
})

test('REG-18: the last load of a number is in force, and what its lists had before is past', () => {
  const first = read(edited(({ lists }) => void lists.impact!.values.splice(0, 1)))
  const second = read(edited(({ lists }) => void lists.impact!.values.splice(1, 1)))
  const { editions, offered } = withLoaded([first, second])
  expect(editions).toEqual([second])
  expect(offered.impact.values.map(({ code }) => code)).toEqual(['x791', 'x793', 'x799'])
  expect(offered.impact.past).toEqual([{ code: 'x792', label: 'Medio' }])
  expect(offered.country.past).toBeUndefined()
  const later = { ...first, number: '4.4', from: '2026-12-31' }
  expect(withLoaded([later]).editions).toEqual([edition40, later])
  expect(withLoaded([later]).offered.impact.past).toBeUndefined()
})
