import type { Reason } from '#domain/messages.ts'
import { sentence } from '#domain/messages.ts'
import type { PasswordPolicy } from '#domain/values/password.ts'
import { checkPassword } from '#domain/values/password.ts'

/** What is typed into a form for a new password; a reset has no old one, only the first change has terms. */
export type PasswordForm = { oldPassword?: string; newPassword: string; repeated: string; accepted?: boolean }
export type PasswordFormErrors = {
  /** Of the whole form. */
  form?: string
  newPassword?: string
  repeated?: string
}

/**
 * What a form for a new password has wrong, in the words of FORM-05 to FORM-09: something missing first, since the rest
 * makes no sense without it. `policy` null: not known, so the server alone judges.
 */
export function passwordFormErrors(
  form: PasswordForm,
  policy: PasswordPolicy | null,
  context: readonly string[],
  missing: Extract<Reason, 'passwordFieldsMissing' | 'resetFieldsMissing'>,
): PasswordFormErrors {
  const { oldPassword, newPassword, repeated, accepted } = form
  if (oldPassword === '' || newPassword === '' || repeated === '' || accepted === false) {
    return { form: sentence(missing) }
  }
  const errors: PasswordFormErrors = {}
  const weak = policy && checkPassword(policy, newPassword, context)
  if (weak) errors.newPassword = weak
  else if (newPassword === oldPassword) errors.newPassword = sentence('passwordSame')
  if (repeated !== newPassword) errors.repeated = sentence('passwordRepeated')
  return errors
}

export const isFaultless = (errors: PasswordFormErrors) => Object.keys(errors).length === 0
