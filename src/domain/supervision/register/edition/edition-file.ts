import { z } from 'zod'
import { day, text } from '#domain/contract/wire.ts'
import { wireSentence } from '#domain/contract/wire-sentence.ts'
import type { Cell, Column, Edition, ListName } from '#domain/supervision/register/edition/edition.ts'
import { byList, byTable, listNames, tableCellOf, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'

/* An edition as a file: what `Edition` holds, save where it came from (REG-18). */

/** The largest file. Edition 4.0 has 70 kB. */
export const EDITION_FILE_MAX = 1024 * 1024
/** The faults of a file that are said. */
export const EDITION_FAULTS_SHOWN = 100

const VALUES_MAX = 2000
const COLUMNS_MAX = 100
const RULES_MAX = 500

const words = (max: number) => text(max).refine(value => value !== '', 'Escriba un texto')
/** They stand in names of files and in the files themselves. */
const word = (pattern: RegExp, example: string) => z.string().regex(pattern, `No vale. Un ejemplo: ${example}`)
const columnCode = word(/^c\d{4}$/, 'c0010')
const cell = word(/^B_\d\d\.\d\d c\d{4}$/, 'B_02.01 c0010') as unknown as z.ZodType<Cell, Cell>

const codeList = z.strictObject({
  name: words(100),
  prefix: word(/^([A-Za-z][A-Za-z0-9_]{0,29}:)?$/, 'eba_ZZ:'),
  values: z
    .array(z.strictObject({ code: word(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, 'x12'), label: words(300) }))
    .min(1)
    .max(VALUES_MAX),
  source: words(500),
  comparedOn: day.nullable(),
})

const kinds = ['text', 'day', 'number', 'amount', 'link', ...listNames] as const

const layout = z.strictObject({
  name: words(200),
  columns: z
    .array(
      z.strictObject({
        code: columnCode,
        name: words(200),
        kind: z.enum(kinds),
        author: z.enum(['BANK', 'PROVIDER', 'PORTAL']),
        isKey: z.boolean(),
        notApplicable: word(/^[A-Za-z0-9_:. -]{1,40}$/, 'Not Applicable').nullable(),
      }),
    )
    .min(1)
    .max(COLUMNS_MAX),
})

const editionFile = z
  .strictObject({
    number: word(/^\d{1,3}(\.\d{1,3}){1,2}$/, '4.4'),
    from: day,
    entryPoint: word(/^https?:\/\/[^\s"<>]{1,300}$/, edition40.entryPoint),
    module: word(/^[A-Z0-9]{1,30}$/, 'DORA010100'),
    framework: word(/^[A-Z0-9]{1,30}$/, 'DORA'),
    tables: z.strictObject(byTable(() => layout)),
    relations: z.array(z.strictObject({ from: cell, to: cell, except: words(40).optional() })).max(RULES_MAX),
    mustBeFilled: z.array(cell).max(RULES_MAX),
    lists: z.strictObject(byList(() => codeList)),
  })
  .superRefine((edition, context) => {
    for (const [path, message] of faultsBetween(edition as EditionContent)) {
      context.addIssue({ code: 'custom', path: [...path], message })
    }
  })
/** What a file says, and what the portal keeps of it. */
export type EditionContent = Omit<Edition, 'load'>

type Path = readonly (string | number)[]

/** The values that stand twice, by what makes them the same. */
function* repeated<T>(
  of: readonly T[],
  keyOf: (each: T) => string,
): Generator<[at: number, first: number, key: string]> {
  const first = new Map<string, number>()
  for (const [at, each] of of.entries()) {
    const key = keyOf(each)
    const before = first.get(key)
    if (before === undefined) first.set(key, at)
    else yield [at, before, key]
  }
}

/** The lists whose codes the portal writes itself: of codes of companies, yes and no, persons and branches. */
const written: readonly ListName[] = ['codeKind', 'yesNo', 'yesNoUnknown', 'personType', 'userNature']

const isList = (kind: Column['kind']): kind is ListName => (listNames as readonly string[]).includes(kind)

/** What is wrong between the parts of a file that are each right. */
function* faultsBetween({ tables, lists, relations, mustBeFilled }: EditionContent): Generator<[Path, string]> {
  for (const name of listNames) {
    for (const [at, first, code] of repeated(lists[name].values, value => value.code)) {
      yield [['lists', name, 'values', at, 'code'], `«${code}» ya está en la lista, en el lugar ${first}. Deje uno.`]
    }
  }
  for (const name of written) {
    for (const { code, label } of edition40.lists[name].values) {
      if (lists[name].values.some(value => value.code === code)) continue
      yield [['lists', name, 'values'], `Falta «${code}» («${label}»), que el portal escribe. Añádalo.`]
    }
  }
  for (const table of tableCodes) {
    const { columns } = tables[table]
    for (const [at, first, code] of repeated(columns, column => column.code)) {
      yield [['tables', table, 'columns', at, 'code'], `«${code}» ya es una columna, en el lugar ${first}. Deje una.`]
    }
    for (const held of edition40.tables[table].columns) {
      const at = columns.findIndex(({ code }) => code === held.code)
      const kind = columns[at]?.kind
      const said = `«${held.code}» («${held.name}»)`
      if (kind === undefined) {
        yield [['tables', table, 'columns'], `Falta la columna ${said}, que el portal llena. Añádala.`]
      } else if (kind !== held.kind && !(isList(kind) && isList(held.kind))) {
        yield [
          ['tables', table, 'columns', at, 'kind'],
          `El portal llena ${said} como «${held.kind}», no como «${kind}».`,
        ]
      }
    }
  }
  const isColumn = (of: Cell) => {
    const [table, code] = tableCellOf(of)
    return tables[table]?.columns.some(column => column.code === code) ?? false
  }
  const named: [Path, Cell][] = [
    ...relations.flatMap(({ from, to }, at): [Path, Cell][] => [
      [['relations', at, 'from'], from],
      [['relations', at, 'to'], to],
    ]),
    ...mustBeFilled.map((of, at): [Path, Cell] => [['mustBeFilled', at], of]),
  ]
  for (const [path, of] of named) if (!isColumn(of)) yield [path, `«${of}» no es una columna de «tables».`]
}

/** Where something is wrong in a file: 'lists.country.values[3].code', '' for the whole. */
export type EditionFault = { path: string; message: string }

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((all, part) => {
    if (typeof part === 'number') return `${all}[${part}]`
    const name = String(part)
    // The codes of tables have a point of their own.
    return name.includes('.') ? `${all}["${name}"]` : `${all}${all && '.'}${name}`
  }, '')

function brokenText(json: string, error: string): string {
  if (json.trim() === '') return 'El archivo está vacío.'
  const [, line, column] = /line (\d+) column (\d+)/.exec(error) ?? []
  if (line) return `No es JSON desde la línea ${line}, columna ${column}. Puede que el archivo esté cortado.`
  if (error.includes('end of JSON')) return `El archivo está cortado: termina en la línea ${json.split('\n').length}.`
  return 'El archivo no es JSON.'
}

/** The edition that a text in JSON is, or everything that is wrong with it. */
export function parseEdition(json: string): { edition: EditionContent } | { faults: EditionFault[] } {
  let value: unknown
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''))
  } catch (error) {
    return { faults: [{ path: '', message: brokenText(json, String(error)) }] }
  }
  const read = editionFile.safeParse(value, { error: wireSentence })
  if (read.success) return { edition: read.data as EditionContent }
  const faults = read.error.issues.flatMap((issue): EditionFault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => ({
          path: pathText([...issue.path, key]),
          message: 'No es parte de una edición. Quítelo.',
        }))
      : [{ path: pathText(issue.path), message: issue.message }],
  )
  return { faults }
}

/** An edition as a file that can be edited and loaded; the same edition is the same text. */
export function editionText({ load: _load, ...content }: Edition): string {
  const read = editionFile.safeParse(content)
  return `${JSON.stringify(read.success ? read.data : content, null, 1)}\n`
}

/** An edition that was kept, of whichever release: what a later one has more is that of its own. */
export const keptEdition = (content: EditionContent, load: string): Edition => ({
  ...edition40,
  ...content,
  tables: { ...edition40.tables, ...content.tables },
  lists: { ...edition40.lists, ...content.lists },
  load,
})
