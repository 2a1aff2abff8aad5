import type { FieldValues } from '#domain/conflict/conflict.ts'
import { t } from '#domain/language/translate.ts'
import { readCell } from '#domain/record/cell.ts'
import type { Choices, FieldValue, RecordField, RecordFields, ValuesOf } from '#domain/record/field.ts'
import { choiceLabel, choicesOf, emptyOf } from '#domain/record/field.ts'
import { fieldText } from '#domain/record/words.ts'
import { isBlank } from '#domain/values/text.ts'

/**
 * The values of a form, never their words: a code of a list, countries as 'ES,IE', a day as YYYY-MM-DD, yes and no as
 * YES and NO, a number or an amount as it is typed, '1200,5'; '' for none.
 */
export type FormValues = Record<string, string>

function formValue({ kind }: RecordField, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'YES' : 'NO'
  return kind === 'amount' ? String(value).replace('.', ',') : String(value)
}

/** The values that a form begins with: those of a thing, or none. */
export const formValues = (fields: RecordFields, thing: object | null): FormValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      formValue(field, (thing as Record<string, FieldValue> | null)?.[name]),
    ]),
  )

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function readValue(field: RecordField, text: string): { value: FieldValue } | { fault: string } {
  if (field.kind === 'flag' || field.kind === 'check') return { value: text === 'YES' }
  return readCell(field, text)
}

/**
 * What the values of a form mean, and the faults of those that cannot be understood or are missing. What is saved already stays
 * although its list no longer has it: it is neither a value nor a fault.
 */
export function readForm<const F extends RecordFields>(
  fields: F,
  form: FieldValues,
  saved: FieldValues = {},
): { values: ValuesOf<F>; faults: Record<string, string> } {
  const values: Record<string, FieldValue> = {}
  const faults: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const text = form[name] ?? ''
    if (isBlank(text)) {
      values[name] = emptyOf(field.kind)
      if (field.required) faults[name] = t(field.required)
      continue
    }
    const read = readValue(field, text)
    if ('value' in read) values[name] = read.value
    else if (!isKept(field, text, saved[name])) faults[name] = capitalised(read.fault)
  }
  return { values: values as ValuesOf<F>, faults }
}

const isKept = (field: RecordField, text: string, saved: string | undefined) =>
  choicesOf(field) !== null && text === saved

/** The codes that a field of a list offers, with those that it holds and that the list no longer has. */
export function optionsOf(list: Choices, value: string): readonly { code: string; label: string }[] {
  const known = new Set<string>(list.values.map(({ code }) => code))
  const held = value.split(',').filter(code => code !== '' && !known.has(code))
  return [
    ...list.values,
    ...held.map(code => ({ code, label: t`${choiceLabel(list, code)} (ya no está en la lista)` })),
  ]
}

/** The values of a form in the wording of a conflict. */
export function formWords(fields: RecordFields, form: FieldValues): FieldValues {
  const { values } = readForm(fields, form, form)
  const kept = Object.keys(fields).filter(name => !(name in values) && choicesOf(fields[name]!) !== null)
  const words = [
    ...Object.entries(values),
    ...kept.map((name): [string, FieldValue] => [name, (form[name] ?? '').split(',')]),
  ]
  return Object.fromEntries(words.map(([name, value]) => [name, fieldText(fields[name]!, value)]))
}
