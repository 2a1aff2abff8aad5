import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { msg, t } from '#domain/language/translate.ts'
import { NUM_EMPLOYEES } from '#domain/values/company/employees.ts'
import { pasteEmail } from '#web/identity/pasteEmail.ts'
import { controlId, type FieldPlace } from '#web/participant/profile/sections.ts'
import type { ProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { profilePartOf } from '#web/participant/profile/values.ts'
import { listed } from '#web/ui/language/spoken.ts'

/** Note under read-only fields: who may change them (D33). */
export const FIXED_BY_CENTRE = msg('Solo lo cambia el CCI: pídaselo si ha cambiado.')

/** The same for some fields of a section. */
export const fixedByCci = (labels: readonly string[]) =>
  labels.length === 1
    ? t`${t(labels[0] ?? '')}: solo lo cambia el CCI. Pídaselo si ha cambiado.`
    : t`${listed(labels.map(label => t(label)))}: solo los cambia el CCI. Pídaselo si han cambiado.`

export const labelOf = ({ label, optional }: FieldPlace): ReactNode =>
  optional ? (
    <>
      {t(label)} <span className="dimmer">{t('(opcional)')}</span>
    </>
  ) : (
    t(label)
  )

/** Props that every control shares: value, error, and the rule that runs on blur (FORM-19). */
export function fieldProps(form: ProfileForm, place: FieldPlace) {
  const { path } = place
  return {
    id: controlId(path),
    label: labelOf(place),
    value: form.values[path] ?? '',
    error: form.shown[path],
    onBlur: () => form.leave(path),
  }
}

export const isFixed = (form: ProfileForm, { path }: FieldPlace) => !form.writable.has(profilePartOf(path))

/** One text field of a profile; read-only text when the user may not change it. */
export function ProfileField({ form, place }: { form: ProfileForm; place: FieldPlace }) {
  const { path, keyboard } = place
  const fixed = isFixed(form, place)
  if (path === 'numEmployees') return <EmployeesField form={form} place={place} />
  return (
    <TextInput
      {...fieldProps(form, place)}
      // type=text: with type=email the browser drops pasted text that has spaces.
      inputMode={keyboard}
      autoCapitalize={keyboard ? 'none' : undefined}
      spellCheck={keyboard ? false : undefined}
      maxLength={place.longest ?? 200}
      readOnly={fixed}
      // The section shows the note when the whole section is read-only.
      description={fixed ? t(FIXED_BY_CENTRE) : place.hint && t(place.hint)}
      descriptionProps={{ className: fixed ? 'vh' : undefined }}
      onChange={event => form.set({ [path]: event.currentTarget.value })}
      onPaste={keyboard === 'email' ? pasteEmail(email => form.set({ [path]: email })) : undefined}
    />
  )
}

function EmployeesField({ form, place }: { form: ProfileForm; place: FieldPlace }) {
  return (
    <Select
      {...fieldProps(form, place)}
      data={NUM_EMPLOYEES.map(({ code, label }) => ({ value: code, label: t(label) }))}
      allowDeselect={false}
      readOnly={!form.writable.has('numEmployees')}
      onChange={value => value && form.set({ numEmployees: value })}
    />
  )
}
