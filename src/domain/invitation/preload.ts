import { type EntityColumn, entityColumnNames, entityColumns } from '#domain/invitation/entity-columns.ts'
import { normaliseNrbe, nrbeRule } from '#domain/values/company/nrbe.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { readPastedEmail } from '#domain/values/contact/pasted-email.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { isBlank, lettersOnlyRule, normaliseText, TEXT_MAX, textRule } from '#domain/values/text.ts'

/** The maximum number of entities in one bulk import (D28), far above a typical one. Each gets a mail at once. */
export const IMPORT_MAX = 500

/** The maximum number of rows that the browser shows before the sending; they are sent in parts of IMPORT_MAX. */
export const PREVIEW_MAX = 1000

/** `line` is the row number that the spreadsheet program shows. */
export type EntityRow = { line: number } & Record<EntityColumn, string>

/** `reason` is for a place beside the cell; `message` also names row and column. */
export type EntityRowFault = { line: number; column: EntityColumn; reason: string; message: string }

/** The columns whose values identify an entity: each may occur once, in the sheet and in the portal. */
export const uniqueColumns = ['codNRBE', 'email'] as const
export type UniqueColumn = (typeof uniqueColumns)[number]

/** Trims and normalises a row: e-mail in lower case, NRBE `49` as `0049` (D56). */
export function normaliseEntity(row: Record<EntityColumn, string>): Record<EntityColumn, string> {
  const email = normaliseText(row.email)
  return {
    name: normaliseText(row.name),
    codNRBE: normaliseNrbe(normaliseText(row.codNRBE)),
    contactPerson: normaliseText(row.contactPerson),
    email: readPastedEmail(email) ?? normaliseEmail(email),
  }
}

/** Checks the normalised rows of one preload in order: each by itself, and against the rows before it. */
export function preloadCheck(): (row: EntityRow) => EntityRowFault[] {
  const seen = { codNRBE: new Map<string, number>(), email: new Map<string, number>() }
  return row => {
    const faults = faultsOf(row)
    for (const column of uniqueColumns) {
      if (faults.some(fault => fault.column === column)) continue
      const first = seen[column].get(row[column])
      if (first === undefined) seen[column].set(row[column], row.line)
      else faults.push(repeatedFault(column, row, first))
    }
    return faults
  }
}

/** The fault of a value that the portal already has. */
export function takenFault(column: UniqueColumn, row: EntityRow, productName: string): EntityRowFault {
  const value = row[column]
  if (column === 'codNRBE') {
    const rest = `ya hay una entidad con el código ${value}.`
    return faultAt(row.line, column, `${rest} Borre la fila.`, `${sentenceOf(rest)} Deje la fila fuera.`)
  }
  const rest = `ya tiene una invitación a ${productName}. Introduzca otro correo.`
  return faultAt(row.line, column, `${value} ${rest}`, sentenceOf(rest))
}

/** @param rest the sentence after a colon, for one who corrects the file */
function faultAt(line: number, column: EntityColumn, rest: string, reason = sentenceOf(rest)): EntityRowFault {
  return { line, column, reason, message: `Fila ${line}, «${entityColumns[column].heading}»: ${rest}` }
}

const sentenceOf = (rest: string) => `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`

/** The same rule as in API calls, so that imported values can be edited like all others. */
const storable = textRule(TEXT_MAX)

function faultsOf(row: EntityRow): EntityRowFault[] {
  return entityColumnNames.flatMap(column => {
    if (isBlank(row[column])) {
      const reason = 'Está vacío. Escriba un valor o deje la fila fuera.'
      return [faultAt(row.line, column, 'está vacío. Escriba un valor o borre la fila.', reason)]
    }
    const rest = faultOf(column, row[column])
    return rest ? [faultAt(row.line, column, rest)] : []
  })
}

/** The rest of a sentence after a colon. */
function faultOf(column: EntityColumn, value: string): string | null {
  if (column === 'codNRBE' && nrbeRule(value)) {
    return `«${excerpt(value)}» no es un código NRBE. Escriba cuatro cifras, por ejemplo 0049.`
  }
  if (column === 'email') {
    return emailRule(value) && `«${excerpt(value)}» no es un correo electrónico. Escríbalo como nombre@entidad.es.`
  }
  const fault = storable(value)
  if (!fault && column === 'contactPerson' && lettersOnlyRule(value)) {
    return `«${excerpt(value)}» no es el nombre de una persona. Use solo letras.`
  }
  return fault && `${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}.`
}

function excerpt(value: string): string {
  const first = firstCharacters(value, 60)
  return first === value ? value : `${first}…`
}

function repeatedFault(column: UniqueColumn, row: EntityRow, first: number): EntityRowFault {
  const what = `el ${column === 'codNRBE' ? 'código NRBE' : 'correo electrónico'} ${excerpt(row[column])} está repetido`
  return {
    line: row.line,
    column,
    reason: `${sentenceOf(what)}: también está en la fila ${first}. Deje solo una de las dos.`,
    message: `Filas ${first} y ${row.line}: ${what}. Deje solo una de las dos.`,
  }
}
