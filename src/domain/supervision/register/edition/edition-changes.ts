import type { CodeList, Edition, ListName, ListValue, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { listNames, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { formatDay } from '#domain/values/day.ts'

/* What an edition changes against another, as CCI is shown it before it loads a file (REG-18). */

export type WordChange = { label: string; from: string; to: string }
export type ListChange = {
  list: ListName
  name: string
  added: ListValue[]
  removed: ListValue[]
  relabelled: { code: string; from: string; to: string }[]
  /** Its name, prefix, source, order, and when it was compared. */
  facts: WordChange[]
}
export type TableChange = {
  table: TableCode
  name: string
  /** Its columns: 'c0115 Reserva de energía'. */
  added: string[]
  removed: string[]
  /** What is said of a column, its place and the name of the table. */
  changed: WordChange[]
  /** The columns of its key, where they differ. */
  key: { from: string[]; to: string[] } | null
}
/** References between columns, and columns that must be filled. */
export type RuleChange = { added: string[]; removed: string[] }
export type EditionChanges = {
  facts: WordChange[]
  lists: ListChange[]
  tables: TableChange[]
  relations: RuleChange
  mustBeFilled: RuleChange
}

type Facts = Readonly<Record<string, string>>
const wordChanges = (from: Facts, to: Facts): WordChange[] =>
  Object.keys(to).flatMap(label =>
    from[label] === to[label] ? [] : [{ label, from: from[label] ?? '', to: to[label] ?? '' }],
  )
const without = (all: readonly string[], others: readonly string[]) => all.filter(each => !others.includes(each))
const ruleChange = (from: readonly string[], to: readonly string[]): RuleChange => ({
  added: without(to, from),
  removed: without(from, to),
})
const isSameOrder = (from: readonly string[], to: readonly string[]): boolean => {
  const both = from.filter(code => to.includes(code))
  return to.filter(code => from.includes(code)).every((code, at) => code === both[at])
}

function listChange(list: ListName, from: CodeList, to: CodeList): ListChange {
  const labelsOf = ({ values }: CodeList) => new Map(values.map(each => [each.code, each.label]))
  const [before, after] = [labelsOf(from), labelsOf(to)]
  const codesOf = ({ values }: CodeList) => values.map(({ code }) => code)
  const facts = ({ name, prefix, source, comparedOn }: CodeList) => ({
    Nombre: name,
    Prefijo: prefix,
    Fuente: source,
    'Comparada con la de la ABE': comparedOn ? formatDay(comparedOn) : 'todavía no',
  })
  const moved = isSameOrder(codesOf(from), codesOf(to)) ? [] : [{ label: 'Orden', from: '', to: 'cambia' }]
  return {
    list,
    name: to.name,
    added: to.values.filter(({ code }) => !before.has(code)),
    removed: from.values.filter(({ code }) => !after.has(code)),
    relabelled: to.values.flatMap(({ code, label }) => {
      const was = before.get(code)
      return was === undefined || was === label ? [] : [{ code, from: was, to: label }]
    }),
    facts: [...wordChanges(facts(from), facts(to)), ...moved],
  }
}

const authors = { BANK: 'la entidad', PROVIDER: 'el proveedor', PORTAL: 'el portal' }

function tableChange(table: TableCode, before: Edition, after: Pick<Edition, 'tables'>): TableChange {
  const [from, to] = [before.tables[table], after.tables[table]]
  const columnText = ({ code, name }: { code: string; name: string }) => `${code} ${name}`
  const codes = [from, to].map(({ columns }) => columns.map(({ code }) => code)) as [string[], string[]]
  const keyOf = ({ columns }: typeof to) => columns.filter(({ isKey }) => isKey).map(({ code }) => code)
  const key = { from: keyOf(from), to: keyOf(to) }
  const changed = to.columns.flatMap(column => {
    const was = from.columns.find(({ code }) => code === column.code)
    if (!was) return []
    const facts = ({ name, kind, author, notApplicable }: typeof column) => ({
      nombre: name,
      tipo: kind,
      'quién la llena': authors[author],
      'sin valor': notApplicable ?? 'no se admite',
    })
    return wordChanges(facts(was), facts(column)).map(each => ({ ...each, label: `${column.code}, ${each.label}` }))
  })
  const named = wordChanges({ Nombre: from.name }, { Nombre: to.name })
  const moved = isSameOrder(...codes) ? [] : [{ label: 'Orden de las columnas', from: '', to: 'cambia' }]
  return {
    table,
    name: to.name,
    added: to.columns.filter(({ code }) => !codes[0].includes(code)).map(columnText),
    removed: from.columns.filter(({ code }) => !codes[1].includes(code)).map(columnText),
    changed: [...named, ...changed, ...moved],
    key: key.from.join() === key.to.join() ? null : key,
  }
}

const relationText = ({ from, to, except }: Edition['relations'][number]) =>
  `${from} → ${to}${except ? `, salvo «${except}»` : ''}`

/** What `after` changes; nothing of what stays is in it. */
export function editionChanges(before: Edition, after: Omit<Edition, 'load'>): EditionChanges {
  const facts = ({ number, from, entryPoint, module, framework }: Omit<Edition, 'load'>) => ({
    Edición: number,
    'Vale desde la fecha de referencia': formatDay(from),
    'Punto de entrada': entryPoint,
    Módulo: module,
    Marco: framework,
  })
  const lists = listNames.map(name => listChange(name, before.lists[name], after.lists[name]))
  const tables = tableCodes.map(table => tableChange(table, before, after))
  return {
    facts: wordChanges(facts(before), facts(after)),
    lists: lists.filter(({ added, removed, relabelled, facts: of }) => [added, removed, relabelled, of].some(hasAny)),
    tables: tables.filter(({ added, removed, changed, key }) => key !== null || [added, removed, changed].some(hasAny)),
    relations: ruleChange(before.relations.map(relationText), after.relations.map(relationText)),
    mustBeFilled: ruleChange(before.mustBeFilled, after.mustBeFilled),
  }
}

const hasAny = (of: readonly unknown[]) => of.length > 0
