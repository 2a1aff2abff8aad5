import type { Column, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { cellOf, tableCodes } from '#domain/supervision/register/edition/edition.ts'
import type { Breach, Checked, Owner, Rule } from '#domain/supervision/register/lint/rule.ts'
import { lineText } from '#domain/supervision/register/lint/rule.ts'
import type { Row } from '#domain/supervision/register/table/row.ts'
import { cellAt, keyText } from '#domain/supervision/register/table/row.ts'
import { leiRule } from '#domain/values/lei.ts'

/** The LEI of the bank, on which the rows of other tables depend. R05 reports it, once. */
const BANK = 'B_01.02 c0010'

/** Who can change the thing that a row shows. */
function ownerOf(row: Row, { index }: Checked): Owner {
  if (row.place.kind === 'company') return index.companies.get(row.place.id)?.keptBy ?? 'CCI'
  return row.place.kind === 'subcontract' ? 'PROVIDER' : 'BANK'
}

const nameOf = ({ edition }: Checked, table: TableCode, column: string) =>
  edition.tables[table].columns.find(({ code }) => code === column)?.name ?? column

/** What the person knows the row by. */
function rowName({ edition, facts, index }: Checked, table: TableCode, row: Row): string {
  const { kind, id } = row.place
  const line = kind === 'line' ? facts.lines.find(each => each.id === id) : undefined
  const known = line ? lineText(line, index) : kind === 'company' ? index.companies.get(id)?.name : undefined
  return known || keyText(edition, table, row)
}

const cellsIn = ({ edition, tables }: Checked, table: TableCode, column: string) =>
  tables[table].map(row => cellAt(edition, table, row, column))

/** Whether an empty key follows from an empty one that is reported in its own table. */
function followsFrom(checked: Checked, table: TableCode, { code }: Column): boolean {
  if (table === 'B_01.01' || `${table} ${code}` === BANK) return true
  const relation = checked.edition.relations.find(({ from }) => from === `${table} ${code}`)
  if (!relation) return false
  return relation.to === BANK || cellsIn(checked, ...cellOf(relation.to)).includes('')
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
    const keys = [...columns.keys()].filter(at => columns[at]!.isKey)
    const seen = new Set<string>()
    return tables[table].flatMap(row => {
      const cells = keys.map(at => row.cells[at]!)
      const key = JSON.stringify(cells)
      if (keys.length === 0 || cells.includes('')) return []
      if (!seen.has(key)) {
        seen.add(key)
        return []
      }
      return {
        table,
        column: columns[keys[0]!]!.code,
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
    const [table, column] = cellOf(from)
    const known = new Set(cellsIn(checked, ...cellOf(to)))
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

function wrongLei({ facts: { entity } }: Checked): Breach[] {
  const fault = entity.lei
    ? leiRule(entity.lei)
    : 'Falta el LEI de su entidad: sin él no se puede presentar el registro.'
  if (!fault) return []
  return [{ row: entity.name, place: { kind: 'entity', id: entity.id }, owner: 'BANK', sentence: fault }]
}

function unknownParent({ facts: { entity } }: Checked): Breach[] {
  const { lei, parentLei, parentName, parentCountry, parentType, parentHierarchy } = entity
  if (!parentLei || parentLei === lei) return []
  const missing = [
    ...(parentName ? [] : ['su nombre']),
    ...(parentCountry ? [] : ['su país']),
    ...(parentType ? [] : ['su tipo de entidad']),
    ...(parentHierarchy ? [] : ['su posición en el grupo']),
  ]
  if (missing.length === 0) return []
  const sentence = `De la matriz ${parentLei} falta ${words.format(missing)}: la autoridad pide una fila suya.`
  return [{ row: entity.name, place: { kind: 'entity', id: entity.id }, owner: 'BANK', sentence }]
}

function unlisted(checked: Checked): Breach[] {
  const { edition, tables } = checked
  return tableCodes.flatMap(table =>
    tables[table].flatMap(row =>
      row.unlisted.map(({ column, value }) => ({
        table,
        column,
        row: rowName(checked, table, row),
        place: row.place,
        owner: ownerOf(row, checked),
        sentence: `«${value}» no está en la lista de «${nameOf(checked, table, column)}» de la edición ${edition.number}.`,
      })),
    ),
  )
}

/** What cannot be known here, said once. */
function unknown(count: (checked: Checked) => number, sentence: (n: number) => string) {
  return (checked: Checked): Breach[] => [
    {
      row: '',
      place: { kind: 'entity', id: checked.facts.entity.id },
      owner: 'BANK',
      sentence: sentence(count(checked)),
    },
  ]
}
const leis = ({ facts: { entity }, named }: Checked) => new Set([entity, ...named].flatMap(({ lei }) => lei ?? [])).size
const euids = ({ named }: Checked) => new Set(named.flatMap(({ euid }) => euid ?? [])).size

const words = new Intl.ListFormat('es', { type: 'conjunction' })

/** Rules about the file as a whole. */
export const fileRules: readonly Rule[] = [
  {
    id: 'R01',
    severity: 'BLOCKING',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Ninguna clave está vacía',
    check: emptyKeys,
  },
  {
    id: 'R02',
    severity: 'BLOCKING',
    table: 'B_02.02',
    column: 'c0010',
    holds: 'Ninguna clave se repite',
    check: repeatedKeys,
  },
  {
    id: 'R03',
    severity: 'BLOCKING',
    table: 'B_02.02',
    column: 'c0010',
    holds: 'Cada referencia existe',
    check: unresolved,
  },
  {
    id: 'R05',
    severity: 'BLOCKING',
    table: 'B_01.01',
    column: 'c0010',
    holds: 'La entidad tiene un LEI con dígitos de control correctos',
    check: wrongLei,
  },
  {
    id: 'R06',
    severity: 'ERROR',
    table: 'B_01.02',
    column: 'c0060',
    holds: 'La matriz que consta tiene nombre, país, tipo y posición',
    check: unknownParent,
  },
  {
    id: 'R80',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0060',
    holds: 'Cada valor está en su lista de la edición',
    check: unlisted,
  },
  {
    id: 'R90',
    severity: 'UNKNOWN',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Cada LEI está vigente en GLEIF',
    check: unknown(leis, n =>
      n === 1
        ? 'El portal no sabe si el LEI está vigente: compruébelo en search.gleif.org.'
        : `El portal no sabe si los ${n} LEI están vigentes: compruébelos en search.gleif.org.`,
    ),
  },
  {
    id: 'R91',
    severity: 'UNKNOWN',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Cada EUID existe en los registros mercantiles',
    check: unknown(euids, n =>
      n === 1
        ? 'El portal no sabe si el EUID existe: compruébelo en los registros mercantiles europeos.'
        : `El portal no sabe si los ${n} EUID existen: compruébelos en los registros mercantiles europeos.`,
    ),
  },
]
