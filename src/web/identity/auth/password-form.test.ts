import { expect, test } from 'vitest'
import { isFaultless, mended, passwordFormErrors, repetitionError } from '#web/identity/auth/password-form.ts'

const errorsOf = (form: Parameters<typeof passwordFormErrors>[0]) =>
  passwordFormErrors(form, 'especificacion', [], 'passwordFieldsMissing')
const good = { oldPassword: 'Temporal.1', newPassword: 'Nueva.2026', repeated: 'Nueva.2026', accepted: true }

test('reports missing fields alone, for the form and at each field', () => {
  const missing = 'Debe rellenar todos los campos del formulario y aceptar las Condiciones y Compromiso de uso.'
  const empty = 'No puede estar vacio'
  for (const field of ['oldPassword', 'newPassword', 'repeated']) {
    expect(errorsOf({ ...good, [field]: '' })).toEqual({ form: missing, [field]: empty })
  }
  expect(errorsOf({ ...good, accepted: false })).toEqual({ form: missing, accepted: 'Acéptelas para continuar.' })
  expect(passwordFormErrors({ newPassword: '', repeated: '' }, null, [], 'resetFieldsMissing')).toEqual({
    form: 'Debe rellenar todos los campos del formulario.',
    newPassword: empty,
    repeated: empty,
  })
})

test('reports that a finished repetition differs, and nothing in a half-filled form', () => {
  expect(repetitionError({ ...good, repeated: 'Nueva.2027' })).toBe('La contraseña nueva no coincide.')
  for (const part of [{}, { repeated: '' }, { newPassword: '' }])
    expect(repetitionError({ ...good, ...part })).toBeNull()
})

test('typing clears the error of its field, and a new password also that of its repetition', () => {
  const wrong = { form: 'a', oldPassword: 'b', newPassword: 'c', repeated: 'd', accepted: 'e' }
  expect(mended(wrong, 'oldPassword')).toEqual({ newPassword: 'c', repeated: 'd', accepted: 'e' })
  expect(mended(wrong, 'newPassword')).toEqual({ oldPassword: 'b', accepted: 'e' })
})

test('reports a weak password, the old one and a wrong repetition at their fields', () => {
  expect(errorsOf({ ...good, newPassword: 'corta', repeated: 'corta' }).newPassword).toMatch(
    /^La contraseña debe tener al menos/,
  )
  expect(errorsOf({ ...good, newPassword: 'Temporal.1', repeated: 'Temporal.1' }).newPassword).toMatch(
    /igual que la antigua/,
  )
  expect(errorsOf({ ...good, repeated: 'Nueva.2027' })).toEqual({ repeated: 'La contraseña nueva no coincide.' })
})

test('a form without terms or old password asks for neither', () => {
  expect(isFaultless(errorsOf({ newPassword: 'Nueva.2026', repeated: 'Nueva.2026' }))).toBe(true)
  expect(isFaultless(errorsOf(good))).toBe(true)
})
