import { Textarea } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { REASON_MAX } from '#domain/document/document.ts'
import { characterCount, maxLengthRule } from '#domain/values/text.ts'
import classes from './ReasonField.module.css'

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

/** Why a reason is too long, or null. */
export const reasonError = (value: string) => tooLong(value.trim())

/** A reason of at most 200 characters with its counter. More may be pasted; the field says so instead of cutting it. */
export function ReasonField({ value, error, onChange, autoFocus, ...rest }: ReasonFieldProps) {
  const count = characterCount(value.trim())
  const left = REASON_MAX - count
  return (
    <div className={classes.root}>
      <Textarea
        {...rest}
        data-autofocus={autoFocus}
        autoFocus={autoFocus}
        value={value}
        error={reasonError(value) ?? error}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <span className={classes.count} data-over={left < 0 || undefined} aria-hidden="true">
        {count} / {REASON_MAX}
      </span>
      <span className="vh" role="status">
        {left >= 0 && left <= 20 ? `Quedan ${left} caracteres.` : ''}
      </span>
    </div>
  )
}
