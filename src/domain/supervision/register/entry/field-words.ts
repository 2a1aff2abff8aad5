import type { FieldValues, Labels } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { codeLabelOf } from '#domain/supervision/register/edition/edition.ts'
import { offered } from '#domain/supervision/register/edition/editions.ts'
import type { Assessment, AssessmentName } from '#domain/supervision/register/entry/assessment.ts'
import { isGiven } from '#domain/supervision/register/entry/assessment.ts'
import type { FieldKind, FieldValue, RegisterField, RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import { formatDay } from '#domain/values/day.ts'

const list = new Intl.ListFormat('es', { type: 'conjunction' })
const amounts = new Intl.NumberFormat('es-ES', { useGrouping: 'always', maximumFractionDigits: 2 })

/** The list of a field's values, where it has one. */
export function valueListOf({ kind }: RegisterField) {
  const name = kind === 'countries' ? 'country' : kind
  return name in offered ? offered[name as keyof typeof offered] : null
}

/** What a field of a kind holds when it holds nothing. */
export const emptyOf = (kind: FieldKind): FieldValue => (kind === 'text' ? '' : kind === 'countries' ? [] : null)

/** A value in words: 'S17 · Nube: infraestructura (IaaS)', 'España, Irlanda', '1.200,5', 'Sí'; '' when there is none. */
export function fieldText(field: RegisterField, value: FieldValue | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  const list = valueListOf(field)
  if (list)
    return [value]
      .flat()
      .map(code => codeLabelOf(list, String(code)))
      .join(', ')
  if (typeof value === 'boolean') return yesNo(value)
  if (field.kind === 'amount') return amounts.format(Number(value))
  return field.kind === 'day' ? formatDay(String(value)) : String(value)
}

/** What lines say of one value: '«Fácil» (F1) y «Muy compleja» (F2, F3)'. */
export function differingText(name: AssessmentName, lines: readonly (Assessment & { functionCode: string })[]): string {
  const said = Map.groupBy(
    lines.filter(line => isGiven(line[name])),
    line => line[name],
  )
  const parts = [...said].map(([value, of]) => {
    const codes = [...new Set(of.map(({ functionCode }) => functionCode))].toSorted(compareSpanish).join(', ')
    return `«${fieldText(lineFields[name], value)}» (${codes})`
  })
  return list.format(parts.toSorted(compareSpanish))
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
