import type { FieldValues, Labels } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { FieldValue, RecordField, RecordFields } from '#domain/record/field.ts'
import { choiceLabel, choicesOf } from '#domain/record/field.ts'
import { formatDay } from '#domain/values/day.ts'

const amounts = new Intl.NumberFormat('es-ES', { useGrouping: 'always', maximumFractionDigits: 2 })

/** A value in words: 'S17 · Nube: infraestructura (IaaS)', 'España, Irlanda', '1.200,5', 'Sí'; '' when there is none. */
export function fieldText(field: RecordField, value: FieldValue | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return yesNo(value)
  const list = choicesOf(field)
  if (list)
    return [value]
      .flat()
      .map(code => choiceLabel(list, String(code)))
      .join(', ')
  if (field.kind === 'amount') return amounts.format(Number(value))
  return field.kind === 'day' ? formatDay(String(value)) : String(value)
}

/** Values in words, as a conflict shows them; only the given ones. */
export function fieldWords(fields: RecordFields, values: object): FieldValues {
  const given = Object.entries(values).filter(([name, value]) => Object.hasOwn(fields, name) && value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, fieldText(fields[name]!, value)]))
}

/** The labels of fields, with those of `more`. */
export const fieldLabels = (fields: RecordFields, more: Readonly<Record<string, string>> = {}): Labels =>
  labelsOf({ ...Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])), ...more })

/** The columns of a list that shows fields. */
export const fieldColumns = <Row extends object>(
  fields: RecordFields,
  under: Readonly<Record<string, string>> = {},
): ListColumn<Row>[] =>
  Object.entries(fields).map(([key, field]) => ({
    key,
    label: field.label,
    text: row => fieldText(field, (row as Record<string, FieldValue>)[key]),
    ...(under[key] ? { under: under[key] } : {}),
  }))
