import { choiceLabel } from '#domain/record/field.ts'
import type { Column, ListName, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { tableCellOf, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { isHeld, offered } from '#domain/supervision/register/edition/editions.ts'
import { fieldOf } from '#domain/supervision/register/lint/field.ts'
import type { Breach, Checked, Owner, Rule } from '#domain/supervision/register/lint/rule.ts'
import { lineText } from '#domain/supervision/register/lint/rule.ts'
import type { Row } from '#domain/supervision/register/table/row.ts'
import { cellAt, keyText } from '#domain/supervision/register/table/row.ts'

/** The LEI of the bank, on which the rows of other tables depend. R05 reports it, once. */
const BANK = 'B_01.02 c0010'

/** Who can change the thing that a row shows. */
function ownerOf(row: Row, { index }: Checked): Owner {
  if (row.place.kind === 'company') return index.companies.get(row.place.id)?.keptBy ?? 'CCI'
  return row.place.kind === 'subcontract' && !index.writtenIn.has(row.place.id) ? 'PROVIDER' : 'BANK'
}

const nameOf = ({ edition }: Checked, table: TableCode, column: string) =>
  edition.tables[table].columns.find(({ code }) => code === column)?.name ?? column

/** What the person knows the row by. */
function rowName({ edition, facts, index }: Checked, table: TableCode, row: Row): string {
  const { kind, id } = row.place
  const line = kind === 'line' ? facts.lines.find(each => each.id === id) : undefined
  const named = kind === 'company' ? index.companies.get(id) : facts.members.find(each => each.id === id)
  const known = line ? lineText(line, index) : named?.name
  return known || keyText(edition, table, row)
}

const cellsIn = ({ edition, tables }: Checked, table: TableCode, column: string) =>
  tables[table].map(row => cellAt(edition, table, row, column))

/** Whether an empty key follows from an empty one that is reported in its own table. */
function followsFrom(checked: Checked, table: TableCode, { code }: Column): boolean {
  if (table === 'B_01.01' || `${table} ${code}` === BANK) return true
  const relation = checked.edition.relations.find(({ from }) => from === `${table} ${code}`)
  if (!relation) return false
  return cellsIn(checked, ...tableCellOf(relation.to)).includes('')
}

/** Says once of a thing what several of its rows show. */
const once =
  (check: Rule['check']): Rule['check'] =>
  checked => {
    const said = new Map<string, Breach>()
    for (const breach of check(checked)) {
      const key = JSON.stringify([breach.table, breach.column, breach.place, breach.sentence])
      if (!said.has(key)) said.set(key, breach)
    }
    return [...said.values()]
  }

function emptyKeys(checked: Checked): Breach[] {
  const { edition, tables } = checked
  return tableCodes.flatMap(table =>
    edition.tables[table].columns
      .filter(column => column.isKey && !followsFrom(checked, table, column))
      .flatMap(({ code, name }) =>
        tables[table]
          .filter(row => cellAt(edition, table, row, code) === '')
          .map(row => ({
            table,
            column: code,
            row: rowName(checked, table, row),
            place: row.place,
            owner: ownerOf(row, checked),
            sentence: `Falta «${name}», que identifica la fila: sin él, la autoridad rechaza el fichero.`,
          })),
      ),
  )
}

function repeatedKeys(checked: Checked): Breach[] {
  const { edition, tables } = checked
  return tableCodes.flatMap(table => {
    const { columns } = edition.tables[table]
    const keys = columns.filter(({ isKey }) => isKey)
    const seen = new Set<string>()
    return tables[table].flatMap(row => {
      const cells = row.cells.filter((_, at) => columns[at]?.isKey)
      const key = JSON.stringify(cells)
      if (cells.includes('')) return []
      if (!seen.has(key)) {
        seen.add(key)
        return []
      }
      return {
        table,
        column: (keys.find(({ code }) => fieldOf(table, code, row.place) !== null) ?? keys[0]!).code,
        row: rowName(checked, table, row),
        place: row.place,
        owner: ownerOf(row, checked),
        sentence: 'Hay otra fila con la misma clave: una de las dos sobra o le falta algo que la distinga.',
      }
    })
  })
}

function unresolved(checked: Checked): Breach[] {
  const { edition, tables } = checked
  return edition.relations.flatMap(({ from, to, except }) => {
    const [table, column] = tableCellOf(from)
    const known = new Set(cellsIn(checked, ...tableCellOf(to)))
    return tables[table].flatMap(row => {
      const text = cellAt(edition, table, row, column)
      if (text === '' || text === except || known.has(text)) return []
      const sentence = `«${text}» no está en ${to.replace(' ', ', columna ')}.`
      return {
        table,
        column,
        row: rowName(checked, table, row),
        place: row.place,
        owner: ownerOf(row, checked),
        sentence,
      }
    })
  })
}

/** Values outside their list, where they are written: a column that the portal fills repeats one of another table. */
function unlisted(checked: Checked): Breach[] {
  const { edition, tables } = checked
  const columnOf = (table: TableCode, column: string) =>
    edition.tables[table].columns.find(({ code }) => code === column)
  const isRepeated = (table: TableCode, column: string) => columnOf(table, column)?.author === 'PORTAL'
  /** With its words, where another edition has it or an earlier version of this one did: '«x791», «Bajo»,'. */
  const named = (table: TableCode, column: string, value: string) => {
    const label = choiceLabel(offered()[columnOf(table, column)!.kind as ListName], value)
    return label === value ? `«${value}»` : `«${value}», «${label}»,`
  }
  return tableCodes.flatMap(table =>
    tables[table].flatMap(row =>
      row.unlisted
        .filter(({ column }) => !isRepeated(table, column))
        .map(({ column, value }) => ({
          table,
          column,
          row: rowName(checked, table, row),
          place: row.place,
          owner: ownerOf(row, checked),
          sentence: `${named(table, column, value)} no está en la lista de «${nameOf(checked, table, column)}» de la edición ${edition.number}.`,
        })),
    ),
  )
}

/** Columns that the edition wants filled and a row leaves empty; one that the portal cannot fill is said once. */
function unfilled(checked: Checked): Breach[] {
  const { edition, tables, facts } = checked
  return edition.mustBeFilled.flatMap(cell => {
    const [table, column] = tableCellOf(cell)
    const isOurs = isHeld(table, column)
    return tables[table]
      .filter(row => cellAt(edition, table, row, column) === '')
      .map(row => ({
        table,
        column,
        row: isOurs ? rowName(checked, table, row) : '',
        place: isOurs ? row.place : { kind: 'entity' as const, id: facts.entity.id },
        owner: isOurs ? ownerOf(row, checked) : 'BANK',
        sentence: `Falta «${nameOf(checked, table, column)}», que la edición ${edition.number} exige.`,
      }))
  })
}

/** Columns of the edition for which the portal holds nothing, each once (REG-17). */
function unheld({ edition, facts }: Checked): Breach[] {
  return tableCodes.flatMap(table =>
    edition.tables[table].columns
      .filter(({ code }) => !isHeld(table, code))
      .map(({ code, name }) => ({
        table,
        column: code,
        row: '',
        place: { kind: 'entity' as const, id: facts.entity.id },
        owner: 'BANK' as const,
        sentence: `La edición ${edition.number} tiene la columna «${name}», para la que el portal no guarda nada: queda vacía, y se llena en el fichero.`,
      })),
  )
}

/** The EUIDs cannot be checked here, said once. */
function unknownEuids({ facts: { entity }, named }: Checked): Breach[] {
  const n = new Set(named.flatMap(({ euid }) => euid ?? [])).size
  const sentence =
    n === 0
      ? 'El registro no tiene ningún EUID que comprobar.'
      : n === 1
        ? 'El portal no sabe si el EUID existe: compruébelo en los registros mercantiles europeos.'
        : `El portal no sabe si los ${n} EUID existen: compruébelos en los registros mercantiles europeos.`
  return [{ row: '', place: { kind: 'entity', id: entity.id }, owner: 'BANK', sentence }]
}

/** Rules about the file as a whole. */
export const fileRules: readonly Rule[] = [
  {
    id: 'R01',
    severity: 'BLOCKING',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Ninguna clave está vacía',
    check: once(emptyKeys),
  },
  {
    id: 'R02',
    severity: 'BLOCKING',
    table: 'B_02.02',
    column: 'c0010',
    holds: 'Ninguna clave se repite',
    check: once(repeatedKeys),
  },
  {
    id: 'R03',
    severity: 'BLOCKING',
    table: 'B_02.02',
    column: 'c0010',
    holds: 'Cada referencia existe',
    check: once(unresolved),
  },
  {
    id: 'R80',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0060',
    holds: 'Cada valor está en su lista de la edición',
    check: once(unlisted),
  },
  {
    id: 'R84',
    severity: 'ERROR',
    table: 'B_06.01',
    column: 'c0060',
    holds: 'Cada columna que la edición exige está llena',
    check: once(unfilled),
  },
  {
    id: 'R85',
    severity: 'WARNING',
    table: 'B_02.01',
    column: 'c0010',
    holds: 'El portal guarda algo para cada columna de la edición',
    check: unheld,
  },
  {
    id: 'R91',
    severity: 'UNKNOWN',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Cada EUID existe en los registros mercantiles',
    check: unknownEuids,
  },
]
