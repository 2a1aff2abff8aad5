/**
 * A small program that reads the files of a package of the register of information alone, and checks keys, relations
 * and filing indicators. It was written from the annex of the specification and imports nothing of the portal, so it
 * finds what the portal gets wrong about itself.
 *
 * By hand: `node test/support/register-checker.ts <folder>` with an unpacked package.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const columnCounts: Record<string, number> = {
  'B_01.01': 6,
  'B_01.02': 11,
  'B_01.03': 4,
  'B_02.01': 5,
  'B_02.02': 18,
  'B_02.03': 3,
  'B_03.01': 3,
  'B_03.02': 3,
  'B_03.03': 3,
  'B_04.01': 4,
  'B_05.01': 12,
  'B_05.02': 7,
  'B_06.01': 10,
  'B_07.01': 12,
  'B_99.01': 19,
}

const keys: Record<string, string[]> = {
  'B_01.01': ['c0010'],
  'B_01.02': ['c0010'],
  'B_01.03': ['c0010', 'c0020'],
  'B_02.01': ['c0010'],
  'B_02.02': ['c0010', 'c0020', 'c0030', 'c0050', 'c0060', 'c0130', 'c0150', 'c0160'],
  'B_02.03': ['c0010', 'c0020'],
  'B_03.01': ['c0010', 'c0020'],
  'B_03.02': ['c0010', 'c0020'],
  'B_03.03': ['c0010', 'c0020'],
  'B_04.01': ['c0010', 'c0020', 'c0040'],
  'B_05.01': ['c0010'],
  'B_05.02': ['c0010', 'c0020', 'c0030', 'c0050', 'c0060'],
  'B_06.01': ['c0010', 'c0040'],
  'B_07.01': ['c0010', 'c0020', 'c0040'],
}

const intoContracts = ['B_02.02', 'B_02.03', 'B_03.01', 'B_03.02', 'B_03.03', 'B_04.01', 'B_05.02', 'B_07.01']
const relations: [string, string, string, string][] = [
  ['B_02.01', 'c0030', 'B_02.01', 'c0010'],
  ...intoContracts.map((table): [string, string, string, string] => [table, 'c0010', 'B_02.01', 'c0010']),
  ['B_02.03', 'c0020', 'B_02.01', 'c0010'],
  ['B_01.02', 'c0060', 'B_01.02', 'c0010'],
  ['B_01.03', 'c0020', 'B_01.02', 'c0010'],
  ['B_03.03', 'c0020', 'B_01.02', 'c0010'],
  ['B_02.02', 'c0020', 'B_01.02', 'c0010'],
  ['B_03.01', 'c0020', 'B_01.02', 'c0010'],
  ['B_04.01', 'c0020', 'B_01.02', 'c0010'],
  ['B_06.01', 'c0040', 'B_01.02', 'c0010'],
  ['B_02.02', 'c0030', 'B_05.01', 'c0010'],
  ['B_03.02', 'c0020', 'B_05.01', 'c0010'],
  ['B_05.01', 'c0110', 'B_05.01', 'c0010'],
  ['B_05.02', 'c0030', 'B_05.01', 'c0010'],
  ['B_05.02', 'c0060', 'B_05.01', 'c0010'],
  ['B_07.01', 'c0020', 'B_05.01', 'c0010'],
  ['B_02.02', 'c0050', 'B_06.01', 'c0010'],
]

/** The records of a CSV of RFC 4180. */
function records(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false]
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[i + 1] === '"') {
        cell += '"'
        i++
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',') {
      row.push(cell)
      cell = ''
    } else if (character === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}

type Table = { header: string[]; rows: Record<string, string>[] }

function tableOf(text: string): Table {
  const [header = [], ...rows] = records(text)
  return { header, rows: rows.map(cells => Object.fromEntries(header.map((code, at) => [code, cells[at] ?? '']))) }
}

/** What is wrong with a package, by path and text of its files. */
export function checkPackage(files: ReadonlyMap<string, string>): string[] {
  const wrong: string[] = []
  const folders = new Set([...files.keys()].map(path => path.split('/')[0]!))
  if (folders.size !== 1) return [`the package has ${folders.size} folders at its top`]
  const [folder] = folders
  const at = (path: string) => files.get(`${folder}/${path}`)
  for (const path of ['META-INF/reportPackage.json', 'reports/report.json', 'reports/parameters.csv']) {
    if (at(path) === undefined) wrong.push(`${path} is missing`)
  }
  const indicators = new Map(
    records(at('reports/FilingIndicators.csv') ?? '')
      .slice(1)
      .map(([table, reported]) => [table!, reported!]),
  )
  const tables = new Map<string, Table>()
  for (const [code, count] of Object.entries(columnCounts)) {
    const text = at(`reports/${code.toLowerCase()}.csv`)
    if (text === undefined) {
      wrong.push(`${code} is missing`)
      continue
    }
    if (text.startsWith('\ufeff')) wrong.push(`${code} begins with a byte-order mark`)
    const table = tableOf(text)
    tables.set(code, table)
    if (table.header.length !== count) wrong.push(`${code} has ${table.header.length} columns, not ${count}`)
    const said = indicators.get(code)
    if (said !== 'true') wrong.push(`${code} is said ${said}`)
  }
  if (indicators.size !== 15) wrong.push(`${indicators.size} indicators`)
  wrong.push(
    ...keyFaults(tables),
    ...relationFaults(tables),
    ...emptyFaults(tables),
    ...functionFaults(tables),
    ...useFaults(tables),
  )
  const lei = tables.get('B_01.01')?.rows[0]?.c0010
  const parameters = new Map(records(at('reports/parameters.csv') ?? '').map(([name, value]) => [name, value]))
  const level = levelFor(tables.get('B_01.02')?.rows ?? [], lei)
  if (parameters.get('entityID') !== `rs:${lei}.${level}`) wrong.push(`entityID is not that of B_01.01 with ${level}`)
  if (!folder!.startsWith(`${lei}.${level}_`)) wrong.push(`the folder does not carry the LEI of B_01.01 with ${level}`)
  return wrong
}

/** A register of more entities than the one that keeps it, and the parent that this one names, is consolidated. */
function levelFor(entities: readonly Record<string, string>[], lei: string | undefined): 'IND' | 'CON' {
  const parent = entities.find(({ c0010 }) => c0010 === lei)?.c0060
  return entities.some(({ c0010 }) => c0010 !== lei && c0010 !== parent) ? 'CON' : 'IND'
}

function keyFaults(tables: ReadonlyMap<string, Table>): string[] {
  return Object.entries(keys).flatMap(([code, columns]) => {
    const seen = new Set<string>()
    return (tables.get(code)?.rows ?? []).flatMap((row, i) => {
      const key = columns.map(column => row[column] ?? '')
      const text = JSON.stringify(key)
      if (key.includes('')) return [`${code} row ${i + 1} has an empty key: ${text}`]
      if (seen.has(text)) return [`${code} row ${i + 1} repeats ${text}`]
      seen.add(text)
      return []
    })
  })
}

/** The columns of entities and branches that must be filled. */
const filled: Record<string, string[]> = {
  'B_01.02': ['c0020', 'c0030', 'c0040', 'c0050', 'c0060', 'c0070', 'c0080', 'c0090'],
  'B_01.03': ['c0030', 'c0040'],
}

function emptyFaults(tables: ReadonlyMap<string, Table>): string[] {
  return Object.entries(filled).flatMap(([code, columns]) =>
    (tables.get(code)?.rows ?? []).flatMap((row, i) =>
      columns.filter(column => !row[column]).map(column => `${code} row ${i + 1}: ${column} is empty`),
    ),
  )
}

/** The function of a service is one of the entity that uses it. */
function functionFaults(tables: ReadonlyMap<string, Table>): string[] {
  const known = new Set((tables.get('B_06.01')?.rows ?? []).map(({ c0010, c0040 }) => `${c0010} ${c0040}`))
  return (tables.get('B_02.02')?.rows ?? []).flatMap(({ c0050, c0020 }, i) =>
    c0050 === 'Not Applicable' || known.has(`${c0050} ${c0020}`)
      ? []
      : [`B_02.02 row ${i + 1}: '${c0050}' is no function of '${c0020}'`],
  )
}

/**
 * Each contract is signed and used by an entity; who has a service of it uses it; a branch is one of B_01.03, of that head office; and what is
 * linked within the group is of a provider of the group.
 */
function useFaults(tables: ReadonlyMap<string, Table>): string[] {
  const rowsOf = (table: string) => tables.get(table)?.rows ?? []
  const keyed = (table: string, ...columns: string[]) =>
    new Set(rowsOf(table).map(row => columns.map(column => row[column]).join(' ')))
  const [signed, used] = [keyed('B_03.01', 'c0010'), keyed('B_04.01', 'c0010')]
  const [users, branches] = [keyed('B_04.01', 'c0010', 'c0020'), keyed('B_01.03', 'c0010', 'c0020')]
  const inside = keyed('B_03.03', 'c0010')
  return [
    ...rowsOf('B_02.01').flatMap(({ c0010 }) => [
      ...(signed.has(c0010!) ? [] : [`'${c0010}' has no entity that signs it`]),
      ...(used.has(c0010!) ? [] : [`'${c0010}' has no entity that uses it`]),
    ]),
    ...rowsOf('B_02.02').flatMap(({ c0010, c0020 }) =>
      users.has(`${c0010} ${c0020}`) ? [] : [`'${c0020}' has a service of '${c0010}' and does not use it`],
    ),
    ...rowsOf('B_04.01').flatMap(({ c0010, c0020, c0030, c0040 }) => {
      const isBranch = c0040 !== 'Not Applicable'
      if (c0030 !== (isBranch ? 'eba_ZZ:x838' : 'eba_ZZ:x839')) return [`'${c0010}' is used by ${c0030} ${c0040}`]
      return isBranch && !branches.has(`${c0040} ${c0020}`) ? [`'${c0040}' is no branch of '${c0020}'`] : []
    }),
    ...rowsOf('B_02.03').flatMap(({ c0010 }) =>
      inside.has(c0010!) ? [] : [`'${c0010}' is linked and has no provider of the group`],
    ),
  ]
}

function relationFaults(tables: ReadonlyMap<string, Table>): string[] {
  return relations.flatMap(([from, column, to, key]) => {
    const known = new Set((tables.get(to)?.rows ?? []).map(row => row[key]))
    return (tables.get(from)?.rows ?? []).flatMap((row, i) => {
      const value = row[column] ?? ''
      const isNone = from === 'B_02.01' && value === 'Not Applicable'
      return value === '' || isNone || known.has(value)
        ? []
        : [`${from} row ${i + 1}: ${column} '${value}' is not in ${to}`]
    })
  })
}

if (import.meta.main) {
  const root = process.argv[2] ?? '.'
  const paths = (readdirSync(root, { recursive: true }) as string[]).filter(path => statSync(join(root, path)).isFile())
  const found = checkPackage(
    new Map(paths.map(path => [relative('.', path), readFileSync(join(root, path), 'utf8')] as const)),
  )
  for (const line of found) console.error(line)
  process.exitCode = found.length > 0 ? 1 : 0
}
