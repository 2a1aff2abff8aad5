import type { FieldValues } from '#domain/conflict/conflict.ts'
import { emptyOf, fieldText } from '#domain/supervision/register/entry/field-words.ts'
import type { FieldValue, RegisterField, RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import { readCell } from '#domain/supervision/register/import/sheets.ts'
import { isBlank } from '#domain/values/text.ts'

/** Values as a form holds them: codes of lists, several joined by commas, days as YYYY-MM-DD, 'Sí' or 'No', numbers with a comma; '' for none. */
export type Typed = Record<string, string>

function typedValue({ kind }: RegisterField, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return kind === 'amount' ? String(value).replace('.', ',') : String(value)
}

/** What a form begins with: the fields of a thing, or empty ones. */
export const typedValues = (fields: RegisterFields, thing: object | null): Typed =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      typedValue(field, (thing as Record<string, FieldValue> | null)?.[name]),
    ]),
  )

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The values of a form, which may hold others' values in words, and the faults of those that cannot be understood. */
export function readTyped(
  fields: RegisterFields,
  typed: FieldValues,
): { values: Record<string, FieldValue>; faults: Record<string, string> } {
  const values: Record<string, FieldValue> = {}
  const faults: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const text = typed[name] ?? ''
    if (isBlank(text)) {
      values[name] = emptyOf(field.kind)
      continue
    }
    const read = readCell(field, text)
    if ('fault' in read) faults[name] = capitalised(read.fault)
    else values[name] = read.value
  }
  return { values, faults }
}

/** The values of a form in the wording of a conflict. */
export function typedWords(fields: RegisterFields, typed: FieldValues): FieldValues {
  const { values } = readTyped(fields, typed)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fieldText(fields[name]!, value)]))
}
