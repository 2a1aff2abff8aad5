import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label: ReactNode
  /** 'YYYY-MM-DDTHH:MM', or ''. */
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  readOnly?: boolean
  size?: 'xs' | 'sm'
  id?: string
}

/** Day and time of day. */
export function MomentField({ onChange, ...props }: Props) {
  return (
    <TextInput {...props} type="datetime-local" step={60} onChange={event => onChange(event.currentTarget.value)} />
  )
}
