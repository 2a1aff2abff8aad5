import { t } from '#domain/language/translate.ts'
import type { Reason } from '#domain/messages.ts'
import { sentence } from '#domain/messages.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import type { PasswordPolicy } from '#domain/values/password.ts'
import { checkPassword } from '#domain/values/password.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'

/** Values of a new-password form. A reset has no old password; only the first change has terms. */
export type PasswordForm = { oldPassword?: string; newPassword: string; repeated: string; accepted?: boolean }
export type PasswordFormErrors = {
  /** Error of the whole form. */
  form?: string
  oldPassword?: string
  newPassword?: string
  repeated?: string
  accepted?: string
}

/**
 * Validates a new-password form with the messages of FORM-05 to FORM-09; missing values come first. With `policy` null
 * (unknown) only the server judges the password.
 */
export function passwordFormErrors(
  form: PasswordForm,
  policy: PasswordPolicy | null,
  context: readonly string[],
  missing: Extract<Reason, 'passwordFieldsMissing' | 'resetFieldsMissing'>,
): PasswordFormErrors {
  const { oldPassword, newPassword, repeated, accepted } = form
  if (oldPassword === '' || newPassword === '' || repeated === '' || accepted === false) {
    const errors: PasswordFormErrors = { form: sentence(missing) }
    for (const field of ['oldPassword', 'newPassword', 'repeated'] as const) {
      if (form[field] === '') errors[field] = MESSAGES.notnull
    }
    if (accepted === false) errors.accepted = t('Acéptelas para continuar.')
    return errors
  }
  const errors: PasswordFormErrors = {}
  const weak = policy && checkPassword(policy, newPassword, context)
  if (weak) errors.newPassword = weak
  else if (newPassword === oldPassword) errors.newPassword = sentence('passwordSame')
  const differs = repetitionError(form)
  if (differs) errors.repeated = differs
  return errors
}

/** Errors left after the user edits a field. Editing the password also clears the error of its confirmation. */
export function mended(errors: PasswordFormErrors, field: 'oldPassword' | 'newPassword' | 'repeated' | 'accepted') {
  const { form: _form, ...rest } = errors
  delete rest[field]
  if (field === 'newPassword') delete rest.repeated
  return rest
}

/** Ids of the fields that can have errors, in form order. */
const controls = { oldPassword: 'oldPassword', newPassword: 'newPassword', repeated: 'repeated', accepted: 'terms' }

/** Focuses the first invalid field, after its message is rendered for screen readers. */
export function focusFirst(errors: PasswordFormErrors): void {
  const first = (['oldPassword', 'newPassword', 'repeated', 'accepted'] as const).find(field => errors[field])
  if (first) setTimeout(() => focusField(controls[first]))
}

/** Error of the confirmation when it loses the focus; missing values are reported on submit. */
export function repetitionError({ newPassword, repeated }: PasswordForm): string | null {
  return repeated === '' || newPassword === '' || repeated === newPassword ? null : sentence('passwordRepeated')
}

export const isFaultless = (errors: PasswordFormErrors) => Object.keys(errors).length === 0
