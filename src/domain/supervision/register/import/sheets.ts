import { OTHER_CODE_MAX } from '#domain/participant/company/company.ts'
import { readCell } from '#domain/record/cell.ts'
import type { FieldValue, RecordField, RecordFields } from '#domain/record/field.ts'
import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import { editions } from '#domain/supervision/register/edition/editions.ts'
import {
  arrangementFields,
  functionFields,
  lineFields,
  listField,
  proposedFields,
} from '#domain/supervision/register/entry/fields.ts'
import { isBlank } from '#domain/values/text.ts'

/** The most rows of one sheet. */
export const ROWS_MAX = 5000
/** The most rows that a preview lists; its counts are whole. */
export const PREVIEW_SHOWN = 200

export const sheetNames = {
  functions: 'Funciones',
  arrangements: 'Contratos',
  lines: 'Servicios',
  subcontracts: 'Subcontratistas',
} as const
export type SheetKey = keyof typeof sheetNames
export const sheetKeys = Object.keys(sheetNames) as SheetKey[]

const text = (label: string, max = 200): RecordField => ({ label, kind: 'text', max })

/** The columns of a company outside: its name, and what else is said of it, each in words that end with `of`. */
const companyFields = <const P extends string>(prefix: P, name: RecordField, of: string) =>
  ({
    [prefix]: name,
    [`${prefix}Latin`]: { ...text(`Nombre en letras latinas ${of}`), hint: 'Solo si está en otro alfabeto.' },
    [`${prefix}Country`]: { label: `País ${of}`, ...listField('country') },
    [`${prefix}Lei`]: text(`LEI ${of}`, 40),
    [`${prefix}Euid`]: text(`EUID ${of}`, 100),
    [`${prefix}Code`]: { ...text(`Otro código ${of}`, OTHER_CODE_MAX), hint: 'De una empresa sin LEI ni EUID.' },
    [`${prefix}CodeKind`]: { label: `Clase del otro código ${of}`, ...listField('codeKind') },
    [`${prefix}Person`]: { label: `Tipo de persona ${of}`, ...listField('personType') },
  }) as Record<CompanyColumn<P>, RecordField>
type CompanyColumn<P extends string> =
  `${P}${'' | 'Latin' | 'Country' | 'Lei' | 'Euid' | 'Code' | 'CodeKind' | 'Person'}`

const { reference, ...contractFields } = arrangementFields

/** The columns of each sheet: those of the fields, and those that say what a row is about. */
export const sheetFields = {
  functions: functionFields,
  arrangements: {
    reference,
    cif: { ...text('CIF del proveedor'), hint: 'De un proveedor del portal.' },
    ...companyFields(
      'company',
      { ...text('Empresa externa'), hint: 'El nombre de quien no está en el portal.' },
      'de la empresa externa',
    ),
    ...companyFields(
      'parent',
      { ...text('Matriz última de la empresa'), hint: 'Vacío: se queda como está.' },
      'de la matriz',
    ),
    overarching: { ...text('Contrato marco', 255), hint: 'La referencia de otro contrato.' },
    ...contractFields,
  },
  lines: {
    reference: { ...text('Contrato', 255), hint: 'La referencia de un contrato.' },
    code: { ...text('Función', 20), hint: 'El identificador de una función.' },
    service: { ...text('Clave del servicio'), hint: 'De un servicio utilizado; vacío en una empresa externa.' },
    ...lineFields,
  },
  subcontracts: {
    reference: { ...text('Contrato', 255), hint: 'La referencia de un contrato con una empresa externa.' },
    ictType: proposedFields.ictType,
    ...companyFields('company', text('Subcontratista'), 'del subcontratista'),
    ...companyFields(
      'parent',
      { ...text('Matriz última del subcontratista'), hint: 'Vacío: se queda como está.' },
      'de la matriz',
    ),
    recipient: { ...text('Trabaja para'), hint: 'Otro subcontratista; vacío: la empresa del contrato.' },
  },
} as const satisfies Record<SheetKey, RecordFields>

/** The columns that a row of each sheet cannot lack. */
export const required: Record<SheetKey, readonly string[]> = {
  functions: ['code'],
  arrangements: ['reference'],
  lines: ['reference', 'code'],
  subcontracts: ['reference', 'ictType', 'company'],
}

/** A wrong row, as the spreadsheet program counts rows. */
export type SheetFault = { sheet: string; line: number; column: string; message: string }
/** A cell of a table of a package. */
export type CellPlace = { table: TableCode; line: number; column: string }
/** The values of a row; what is blank is not among them. */
export type SheetRow = {
  line: number
  values: Record<string, FieldValue>
  /** Of a row that was made of the tables of a package: the table, and the cells that its columns come from. */
  from?: { table: TableCode; cells: Readonly<Record<string, CellPlace>> }
  /** What it is in the register, where its source knows that. */
  id?: string
  /** Of a subcontractor in a package: how far it is from the bank. */
  rank?: number
}

export function sheetFault(sheet: SheetKey, line: number, column: string, rest: string): SheetFault {
  const label = (sheetFields[sheet] as RecordFields)[column]?.label ?? column
  return {
    sheet: sheetNames[sheet],
    line,
    column: label,
    message: `Hoja «${sheetNames[sheet]}», fila ${line}, «${label}»: ${rest}`,
  }
}

/** A fault in a table of a package. */
export function tableFault({ table, line, column }: CellPlace, rest: string): SheetFault {
  const names = editions().flatMap(({ tables }) => tables[table].columns.filter(({ code }) => code === column))
  const name = names.at(-1)?.name
  const shown = [column, name].filter(Boolean).join(' ')
  return { sheet: table, line, column, message: `Tabla ${table}, fila ${line}, «${shown}»: ${rest}` }
}

/** A fault in a row, where its source has it. */
export function rowFault(sheet: SheetKey, { line, from }: SheetRow, column: string, rest: string): SheetFault {
  if (!from) return sheetFault(sheet, line, column, rest)
  return tableFault(from.cells[column] ?? Object.values(from.cells)[0] ?? { table: from.table, line, column: '' }, rest)
}

/** A row's values, and the faults of those that cannot be understood; `skipped` columns have a fault already. */
export function readSheetRow(
  sheet: SheetKey,
  line: number,
  cells: Readonly<Record<string, string>>,
  skipped: ReadonlySet<string> = new Set(),
): { row: SheetRow; faults: SheetFault[] } {
  const faults: SheetFault[] = []
  const values: Record<string, FieldValue> = {}
  for (const [column, field] of Object.entries(sheetFields[sheet] as RecordFields)) {
    const cell = cells[column] ?? ''
    if (skipped.has(column)) continue
    if (isBlank(cell)) {
      if (required[sheet].includes(column)) {
        faults.push(sheetFault(sheet, line, column, 'está vacío. Escriba un valor o borre la fila.'))
      }
      continue
    }
    const read = readCell(field, cell)
    if ('fault' in read) faults.push(sheetFault(sheet, line, column, read.fault))
    else values[column] = read.value
  }
  return { row: { line, values }, faults }
}

/** The example row of each sheet of the template; imports skip it. */
export const EXAMPLE = 'EJEMPLO (sustituya esta fila)'
export const examples: Record<SheetKey, Record<string, string>> = {
  functions: {
    code: EXAMPLE,
    name: 'Pagos y transferencias',
    activity: 'Servicios de pago',
    critical: 'Sí',
    assessedOn: '15/01/2026',
    rtoHours: '4',
    rpoHours: '1',
    impact: 'Alto',
  },
  arrangements: {
    reference: EXAMPLE,
    cif: 'B00000000',
    type: 'Independiente',
    currency: 'EUR',
    annualCost: '120000,50',
    startsOn: '01/01/2024',
    noticeEntityDays: '90',
    noticeProviderDays: '180',
    lawCountry: 'España',
  },
  lines: {
    reference: EXAMPLE,
    code: 'F1',
    service: 'SRV-1',
    sensitivity: 'Alta',
    reliance: 'Material',
    exitPlan: 'Sí',
  },
  subcontracts: {
    reference: EXAMPLE,
    ictType: 'S17',
    company: 'Centros de Datos, S.A.',
    companyCountry: 'Irlanda',
  },
}
