import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import type { FieldValue, RecordField, RecordFields } from '#domain/record/field.ts'
import { choicesOf } from '#domain/record/field.ts'
import type { FormValues } from '#domain/record/form.ts'
import { optionsOf } from '#domain/record/form.ts'
import { fieldText } from '#domain/record/words.ts'
import { isDay } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'
import { CountriesField } from '#web/record/CountriesField.tsx'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'

/** A longer list is searched. */
const SHORT = 12
/** A longer text has several lines. */
const ONE_LINE = 255
/** A list with a longer label takes the whole width. */
const NARROW = 80

/** The control of a field, for links to it. */
export const fieldId = (name: string) => `campo-${name}`

type Option = { readonly code: string; readonly label: string }

type Props = {
  name: string
  field: RecordField
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** The records that a reference may name; the code '' is none. */
  options?: readonly Option[] | undefined
  /** What the provider says, which holds while the field is empty. */
  proposed?: string
  /** Shown in place of its hint. */
  note?: string | undefined
  autofocus?: boolean
}

/** One field of a record, as its kind asks for it. */
function FormField({ name, field, value, onChange, error, options, proposed, note, autofocus }: Props) {
  const { kind, max, hint } = field
  const label = t(field.label)
  const required = field.required !== undefined
  const description =
    note || (proposed ? t`Según el proveedor: ${proposed}. Vale mientras lo deje vacío.` : hint && t(hint))
  const given = { id: fieldId(name), label, description, error, 'data-autofocus': autofocus || undefined }
  const list = choicesOf(field)
  const values = options ?? (list ? optionsOf(list, value) : kind === 'flag' ? yesOrNo() : null)
  if (kind === 'countries') {
    return <CountriesField {...given} value={value} onChange={onChange} options={values!} />
  }
  if (kind === 'check') {
    return (
      <Checkbox
        {...given}
        checked={value === 'YES'}
        onChange={event => onChange(event.currentTarget.checked ? 'YES' : 'NO')}
      />
    )
  }
  if (values && values.length > SHORT) {
    return (
      <Select
        {...given}
        placeholder={t('Elija')}
        searchable
        clearable={!required}
        required={required}
        nothingFoundMessage={t('Nada coincide')}
        openOnFocus={false}
        value={value || null}
        onChange={chosen => onChange(chosen ?? '')}
        data={values.map(each => ({ value: each.code, label: each.label }))}
      />
    )
  }
  if (values) {
    const none = values.some(({ code }) => code === '') ? [] : [{ value: '', label: '–' }]
    return (
      <NativeSelect
        {...given}
        required={required}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        data={[...none, ...values.map(each => ({ value: each.code, label: each.label }))]}
      />
    )
  }
  if (kind === 'day') {
    return (
      <DateField
        {...given}
        required={required}
        value={isDay(value) ? value : null}
        onChange={(day, text) => onChange(day ?? text.trim())}
      />
    )
  }
  if (kind === 'text' && max !== undefined && max > ONE_LINE) {
    return (
      <CountedTextarea
        {...given}
        required={required}
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
      required={required}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      maxLength={max}
      inputMode={kind === 'number' ? 'numeric' : kind === 'amount' ? 'decimal' : undefined}
      autoComplete="off"
    />
  )
}

const yesOrNo = (): readonly Option[] => [
  { code: 'YES', label: t('Sí') },
  { code: 'NO', label: t('No') },
]

type FieldsProps = {
  fields: RecordFields
  /** Where a call has them: 'parent' for `parent.lei`. */
  path?: string
  /** Those to show, in this order; all by default. */
  names?: readonly string[]
  values: Readonly<FormValues>
  onChange: (changes: FormValues) => void
  errors: Readonly<Record<string, string | undefined>>
  /** The records that references may name, by field. */
  options?: Readonly<Record<string, readonly Option[]>> | undefined
  proposed?: Readonly<Record<string, FieldValue>> | undefined
  notes?: Readonly<Record<string, string>> | undefined
  /** The field that a link leads to. */
  focus?: string | null
}

/** Fields of a record, side by side where there is room. */
export function FormFields({
  fields,
  path,
  names = Object.keys(fields),
  values,
  onChange,
  errors,
  options,
  proposed,
  notes,
  focus,
}: FieldsProps) {
  return (
    <div className="fields">
      {names.map(name => {
        const field = fields[name]!
        const full = path ? `${path}.${name}` : name
        const said = proposed && name in proposed ? fieldText(field, proposed[name]) : ''
        return (
          <div key={name} data-span={isWide(field) ? 6 : 3}>
            <FormField
              name={full}
              field={field}
              value={values[name] ?? ''}
              onChange={value => onChange({ [name]: value })}
              error={errors[full]}
              options={options?.[name]}
              proposed={said}
              note={notes?.[name]}
              autofocus={focus === full}
            />
          </div>
        )
      })}
    </div>
  )
}

const isWide = (field: RecordField) =>
  (field.kind === 'text' && (field.max ?? 0) >= 200) ||
  (choicesOf(field)?.values.some(({ label }) => label.length > NARROW) ?? false)
