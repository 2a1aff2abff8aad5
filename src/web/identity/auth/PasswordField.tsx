import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import { signInWords } from '#web/identity/auth/signInWords.ts'

/** Password field with a button, also reachable by keyboard, that shows the password. */
export function PasswordField({ label, ...rest }: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      label={label}
      maxLength={1024}
      visibilityToggleButtonProps={{ 'aria-label': t(signInWords.showPassword), tabIndex: 0 }}
      {...rest}
    />
  )
}
