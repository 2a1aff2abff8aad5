import { expect, test } from 'vitest'
import { isFaultless, passwordFormErrors } from '#web/auth/password-form.ts'

const errorsOf = (form: Parameters<typeof passwordFormErrors>[0]) =>
  passwordFormErrors(form, 'especificacion', [], 'passwordFieldsMissing')
const good = { oldPassword: 'Temporal.1', newPassword: 'Nueva.2026', repeated: 'Nueva.2026', accepted: true }

test('what is missing is said alone, before anything else', () => {
  const missing = 'Debe rellenar todos los campos del formulario y aceptar las Condiciones y Compromiso de uso.'
  for (const part of [{ oldPassword: '' }, { newPassword: '' }, { repeated: '' }, { accepted: false }]) {
    expect(errorsOf({ ...good, ...part })).toEqual({ form: missing })
  }
  expect(passwordFormErrors({ newPassword: '', repeated: '' }, null, [], 'resetFieldsMissing')).toEqual({
    form: 'Debe rellenar todos los campos del formulario.',
  })
})

test('a weak password, the old one and a wrong repetition are told at their fields', () => {
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
