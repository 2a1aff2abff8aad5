import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password that can be shown while it is typed, with the keyboard too. */
export function PasswordField({ label, ...rest }: PasswordInputProps & { label: string }) {
  return (
    <PasswordInput
      label={label}
      maxLength={1024}
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar lo escrito', tabIndex: 0 }}
      {...rest}
    />
  )
}
