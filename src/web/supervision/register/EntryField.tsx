import { NativeSelect, Select, TextInput } from '@mantine/core'
import { fieldText, valueListOf } from '#domain/supervision/register/entry/field-words.ts'
import type { FieldValue, RegisterField, RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import type { Typed } from '#domain/supervision/register/entry/typed.ts'
import { isDay } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'
import { CountriesField } from '#web/participant/company/CountryFields.tsx'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'

/** A longer list is searched. */
const SHORT = 12
/** A longer text has several lines. */
const ONE_LINE = 255

/** The control of a field of the register, for links to it. */
export const entryId = (name: string) => `registro-${name}`

type Props = {
  name: string
  field: RegisterField
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** What the provider says, which holds while the field is empty. */
  proposed?: string
  /** What is to be said of it now, in the place of its hint. */
  note?: string | undefined
  autofocus?: boolean
}

/** One field of the register, as its kind asks for it. */
function EntryField({ name, field, value, onChange, error, proposed, note, autofocus }: Props) {
  const { label, kind, max, hint } = field
  const description = note ? note : proposed ? `Según el proveedor: ${proposed}. Vale mientras lo deje vacío.` : hint
  const given = { id: entryId(name), label, description, error, 'data-autofocus': autofocus || undefined }
  const values = valueListOf(field)?.values ?? (kind === 'flag' ? yesOrNo : null)
  if (kind === 'countries') {
    return <CountriesField {...given} value={value} onChange={onChange} options={values!} />
  }
  if (values && values.length > SHORT) {
    return (
      <Select
        {...given}
        placeholder="Elija"
        searchable
        clearable
        nothingFoundMessage="Nada coincide"
        openOnFocus={false}
        value={value || null}
        onChange={chosen => onChange(chosen ?? '')}
        data={values.map(each => ({ value: each.code, label: each.label }))}
      />
    )
  }
  if (values) {
    return (
      <NativeSelect
        {...given}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        data={[{ value: '', label: '–' }, ...values.map(each => ({ value: each.code, label: each.label }))]}
      />
    )
  }
  if (kind === 'day') {
    return (
      <DateField
        {...given}
        value={isDay(value) ? value : null}
        onChange={(day, text) => onChange(day ?? text.trim())}
      />
    )
  }
  if (kind === 'text' && max !== undefined && max > ONE_LINE) {
    return (
      <CountedTextarea
        {...given}
        autosize
        minRows={2}
        value={value}
        onChange={onChange}
        count={characterCount(value)}
        max={max}
      />
    )
  }
  return (
    <TextInput
      {...given}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      maxLength={max}
      inputMode={kind === 'number' ? 'numeric' : kind === 'amount' ? 'decimal' : undefined}
      autoComplete="off"
    />
  )
}

const yesOrNo = [
  { code: 'Sí', label: 'Sí' },
  { code: 'No', label: 'No' },
]

type FieldsProps = {
  fields: RegisterFields
  /** Those to show, in this order; all by default. */
  names?: readonly string[]
  values: Typed
  onChange: (changes: Typed) => void
  errors: Readonly<Record<string, string | undefined>>
  proposed?: Readonly<Record<string, FieldValue>> | undefined
  notes?: Readonly<Record<string, string>> | undefined
  /** The field that a link leads to. */
  focus?: string | null
}

/** Fields of the register, side by side where there is room. */
export function EntryFields({
  fields,
  names = Object.keys(fields),
  values,
  onChange,
  errors,
  proposed,
  notes,
  focus,
}: FieldsProps) {
  return (
    <div className="fields">
      {names.map(name => {
        const field = fields[name]!
        const said = proposed && name in proposed ? fieldText(field, proposed[name]) : ''
        return (
          <div key={name} data-span={isWide(field) ? 6 : 3}>
            <EntryField
              name={name}
              field={field}
              value={values[name] ?? ''}
              onChange={value => onChange({ [name]: value })}
              error={errors[name]}
              proposed={said}
              note={notes?.[name]}
              autofocus={focus === name}
            />
          </div>
        )
      })}
    </div>
  )
}

const isWide = (field: RegisterField) =>
  (field.kind === 'text' && (field.max ?? 0) >= 200) ||
  ((valueListOf(field)?.values.length ?? 0) > 15 && field.kind === 'activity')
