import type { KeyboardEvent } from 'react'
import { REASON_MAX } from '#domain/document/document.ts'
import { characterCount, maxLengthRule } from '#domain/values/text.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'

export interface ReasonFieldProps {
  id: string
  label: string
  description: string
  placeholder?: string
  value: string
  error: string | null
  autoFocus?: boolean
  onChange: (value: string) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

const tooLong = maxLengthRule(REASON_MAX)

/** The error of a reason that is too long, or null. */
export const reasonError = (value: string) => tooLong(value.trim())

/** A reason of at most 200 characters. */
export function ReasonField({ value, error, autoFocus, ...rest }: ReasonFieldProps) {
  return (
    <CountedTextarea
      {...rest}
      data-autofocus={autoFocus}
      autoFocus={autoFocus}
      value={value}
      error={reasonError(value) ?? error}
      count={characterCount(value.trim())}
      max={REASON_MAX}
    />
  )
}
