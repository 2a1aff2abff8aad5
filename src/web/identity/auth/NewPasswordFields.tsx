import { t } from '#domain/language/translate.ts'
import type { PasswordPolicy } from '#domain/values/password.ts'
import { PasswordField } from '#web/identity/auth/PasswordField.tsx'
import { PasswordRules } from '#web/identity/auth/PasswordRules.tsx'
import type { PasswordFormErrors } from '#web/identity/auth/password-form.ts'

export interface NewPasswordFieldsProps {
  newPassword: string
  repeated: string
  onNewPassword: (value: string) => void
  onRepeated: (value: string) => void
  onLeaveRepeated: () => void
  errors: PasswordFormErrors
  /** Null until it is known. */
  policy: PasswordPolicy | null
  context: readonly string[]
}

/** New password with its rules and its confirmation. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        id="newPassword"
        label={t('Contraseña nueva')}
        autoComplete="new-password"
        value={props.newPassword}
        error={props.errors.newPassword}
        onChange={event => props.onNewPassword(event.currentTarget.value)}
      />
      {props.policy ? <PasswordRules policy={props.policy} value={props.newPassword} context={props.context} /> : null}
      <PasswordField
        id="repeated"
        label={t('Repita la contraseña nueva')}
        autoComplete="new-password"
        value={props.repeated}
        error={props.errors.repeated}
        onChange={event => props.onRepeated(event.currentTarget.value)}
        onBlur={props.onLeaveRepeated}
      />
    </>
  )
}
