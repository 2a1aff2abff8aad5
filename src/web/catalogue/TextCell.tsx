import { Textarea } from '@mantine/core'
import { TEXT_MAX } from '#domain/values/text.ts'

export interface TextCellProps {
  id: string
  /** Accessible name: the field and its line. */
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A text cell that grows with its content, up to 200 characters (LIM-24). Enter saves, as in any field. */
export function TextCell({ id, label, value, error, onChange }: TextCellProps) {
  return (
    <Textarea
      id={id}
      size="xs"
      aria-label={label}
      autosize
      minRows={1}
      maxRows={5}
      maxLength={TEXT_MAX}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={event => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}
