import type { Reason } from '#domain/messages.ts'
import { sentence } from '#domain/messages.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import type { PasswordPolicy } from '#domain/values/password.ts'
import { checkPassword } from '#domain/values/password.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'

/** What is typed into a form for a new password; a reset has no old one, only the first change has terms. */
export type PasswordForm = { oldPassword?: string; newPassword: string; repeated: string; accepted?: boolean }
export type PasswordFormErrors = {
  /** Of the whole form. */
  form?: string
  oldPassword?: string
  newPassword?: string
  repeated?: string
  accepted?: string
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
    const errors: PasswordFormErrors = { form: sentence(missing) }
    for (const field of ['oldPassword', 'newPassword', 'repeated'] as const) {
      if (form[field] === '') errors[field] = MESSAGES.notnull
    }
    if (accepted === false) errors.accepted = 'Acéptelas para continuar.'
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

/** What is still wrong once a field is typed into; what the repetition repeats is another password then. */
export function mended(errors: PasswordFormErrors, field: 'oldPassword' | 'newPassword' | 'repeated' | 'accepted') {
  const { form: _form, ...rest } = errors
  delete rest[field]
  if (field === 'newPassword') delete rest.repeated
  return rest
}

/** The ids of the fields that may be wrong, in their order. */
const controls = { oldPassword: 'oldPassword', newPassword: 'newPassword', repeated: 'repeated', accepted: 'terms' }

/** Leads to the first field that is wrong, once what is said of it is there to be read out. */
export function focusFirst(errors: PasswordFormErrors): void {
  const first = (['oldPassword', 'newPassword', 'repeated', 'accepted'] as const).find(field => errors[field])
  if (first) setTimeout(() => focusField(controls[first]))
}

/** What is wrong with the repetition, once it is left; that something is missing is said when it is sent. */
export function repetitionError({ newPassword, repeated }: PasswordForm): string | null {
  return repeated === '' || newPassword === '' || repeated === newPassword ? null : sentence('passwordRepeated')
}

export const isFaultless = (errors: PasswordFormErrors) => Object.keys(errors).length === 0
