import { yesNo } from '#domain/conflict/conflict.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { choiceFilter, givenFilter, searchFilter } from '#domain/list/shown.ts'
import { choicesOf, type FieldValue, type RecordField } from '#domain/record/field.ts'
import { fieldColumns, fieldText } from '#domain/record/words.ts'
import { chainText } from '#domain/supervision/register/entry/chain.ts'
import type { ArrangementWire, FunctionWire, LineWire } from '#domain/supervision/register/entry/contract.ts'
import {
  arrangementFields,
  functionFields,
  lineFields,
  proposedFields,
} from '#domain/supervision/register/entry/fields.ts'
import { contractKindLabels, thirdPartyFields } from '#domain/supervision/register/entry/third-party.ts'
import { ownOr } from '#domain/supervision/register/provider-facts.ts'

/** What a function of another entity of the group says. */
export const ENTITY = 'Entidad de la función'
/** What a contract says of the group. */
export const groupLabels = {
  signers: 'Quién firma por su parte',
  users: 'Quién lo usa',
  insideId: 'Contrato del grupo',
} as const

const count = (label: string) => ({ key: 'lines', label, text: (row: { lines: number }) => String(row.lines) })

/** The columns of 'Funciones'. */
export const functionColumns: readonly ListColumn<FunctionWire>[] = [
  ...fieldColumns<FunctionWire>(functionFields, { activity: 'name', reason: 'critical', rpoHours: 'rtoHours' }),
  { key: 'entity', label: ENTITY, text: row => row.entity, under: 'name' },
  count('Líneas'),
]

/** The columns of 'Contratos'. */
export const arrangementColumns: readonly ListColumn<ArrangementWire>[] = [
  { key: 'provider', label: 'Proveedor', text: row => row.provider },
  { key: 'parent', label: 'Matriz última', text: row => row.parent?.name ?? '', under: 'provider' },
  { key: 'chain', label: 'Subcontratistas', text: row => chainText(row.chain), under: 'provider' },
  { key: 'overarching', label: 'Contrato marco', text: row => row.overarching, under: 'type' },
  { key: 'kind', label: 'Clase', text: row => contractKindLabels[row.kind], under: 'type' },
  ...fieldColumns<ArrangementWire>(arrangementFields, {
    currency: 'annualCost',
    endReason: 'endsOn',
    noticeEntityDays: 'startsOn',
    noticeProviderDays: 'startsOn',
    lawCountry: 'startsOn',
    chainIsWhole: 'provider',
  }),
  count('Líneas'),
  { key: 'signedBy', label: groupLabels.signers, text: row => row.signedBy },
  { key: 'usedBy', label: groupLabels.users, text: row => row.usedBy },
  { key: 'inside', label: groupLabels.insideId, text: row => row.inside },
  ...fieldColumns<ArrangementWire>(thirdPartyFields),
]

/** What a line says of a provider that the authorities designated (REG-23). */
export const CRITICAL_PROVIDER = 'Proveedor tercero esencial'

/** The columns of 'Servicios'. What the bank leaves open shows what the provider says. */
export const lineColumns: readonly ListColumn<LineWire>[] = [
  { key: 'reference', label: 'Contrato', text: row => row.reference },
  { key: 'provider', label: 'Proveedor', text: row => row.provider, under: 'reference' },
  {
    key: 'isDesignated',
    label: CRITICAL_PROVIDER,
    text: row => yesNo(row.isDesignated),
    under: 'reference',
  },
  { key: 'functionCode', label: 'Función', text: row => row.functionCode },
  { key: 'functionName', label: 'Nombre de la función', text: row => row.functionName, under: 'functionCode' },
  { key: 'functionEntity', label: ENTITY, text: row => row.functionEntity, under: 'functionCode' },
  {
    key: 'isCritical',
    label: 'Función esencial o importante',
    text: row => yesNo(row.isCritical),
    under: 'functionCode',
  },
  { key: 'service', label: 'Servicio', text: row => row.service },
  ...fieldColumns<LineWire>(lineFields).map(column => {
    const field = proposedFields[column.key as keyof typeof proposedFields]
    return field ? { ...column, text: (row: LineWire) => fieldText(field, effective(row, column.key)) } : column
  }),
]

/** A line's own value, or what the provider's facts propose. */
export function effective(line: LineWire, key: string): FieldValue {
  const name = key as keyof typeof proposedFields
  return ownOr<FieldValue>(line[name], line.proposed[name])
}

const labelsOf = (field: RecordField) =>
  Object.fromEntries(choicesOf(field)!.values.map(({ code, label }) => [code, label]))

const functionsList: ListShown = {
  label: 'Funciones',
  sort: 'code,asc',
  size: 10,
  filters: {
    text: searchFilter('Función', 'Identificador o nombre'),
    critical: choiceFilter('Esencial o importante', 'Todas', () => labelsOf(functionFields.critical)),
  },
}

const arrangementsList: ListShown = {
  label: 'Contratos',
  sort: 'reference,asc',
  size: 10,
  filters: {
    text: searchFilter('Contrato', 'Referencia o proveedor'),
    kind: choiceFilter('Clase', 'Todas', contractKindLabels),
    type: choiceFilter('Tipo de contrato', 'Todos', () => labelsOf(arrangementFields.type)),
    ended: choiceFilter('Vigencia', 'Todos', { false: 'En vigor', true: 'Terminados' }),
  },
}

const linesList: ListShown = {
  label: 'Servicios',
  sort: 'reference,asc',
  size: 10,
  filters: {
    text: searchFilter('Servicio', 'Servicio, proveedor o función'),
    arrangementId: givenFilter('Contrato', 'Todos'),
    functionId: givenFilter('Función', 'Todas'),
    critical: choiceFilter('Función esencial o importante', 'Todas', { true: 'Sí', false: 'No' }),
  },
}

/** The lists of a register's entries, each with its columns. */
export const entryLists = {
  functions: { columns: functionColumns, shown: functionsList },
  arrangements: { columns: arrangementColumns, shown: arrangementsList },
  lines: { columns: lineColumns, shown: linesList },
}
