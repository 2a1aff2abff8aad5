import type { FieldValues, Labels } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { labelOf } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { FieldValue, RegisterField, RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import { formatDay } from '#domain/values/day.ts'

const amounts = new Intl.NumberFormat('es-ES', { useGrouping: 'always', maximumFractionDigits: 2 })

/** The list of a field's values, where it has one. */
export const listOf = ({ kind }: RegisterField) =>
  kind in edition40.lists ? edition40.lists[kind as keyof typeof edition40.lists] : null

/** A value in words: 'S17 · Nube: infraestructura (IaaS)', '1.200,5', 'Sí'; '' when there is none. */
export function fieldText(field: RegisterField, value: FieldValue | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  const list = listOf(field)
  if (list) return labelOf(list, String(value))
  if (typeof value === 'boolean') return yesNo(value)
  if (field.kind === 'amount') return amounts.format(Number(value))
  return field.kind === 'day' ? formatDay(String(value)) : String(value)
}

/** Values in words, as a conflict shows them; only the given ones. */
export function fieldWords(fields: RegisterFields, values: object): FieldValues {
  const given = Object.entries(values).filter(([name, value]) => Object.hasOwn(fields, name) && value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, fieldText(fields[name]!, value)]))
}

/** The labels of fields, with those of `more`. */
export const fieldLabels = (fields: RegisterFields, more: Readonly<Record<string, string>> = {}): Labels =>
  labelsOf({ ...Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])), ...more })

/** The columns of a list that shows fields. */
export const fieldColumns = <Row extends object>(
  fields: RegisterFields,
  under: Readonly<Record<string, string>> = {},
): ListColumn<Row>[] =>
  Object.entries(fields).map(([key, field]) => ({
    key,
    label: field.label,
    text: row => fieldText(field, (row as Record<string, FieldValue>)[key]),
    ...(under[key] ? { under: under[key] } : {}),
  }))
