import { Textarea, type TextareaProps } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import classes from '#web/ui/form/CountedTextarea.module.css'

export interface CountedTextareaProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string
  onChange: (value: string) => void
  /** Number of characters by the rule, and the maximum. */
  count: number
  max: number
}

/** Textarea with a counter. It accepts a longer paste and shows an error instead of cutting it. */
export function CountedTextarea({ value, onChange, count, max, ...rest }: CountedTextareaProps) {
  const left = max - count
  return (
    <div className={classes.root}>
      <Textarea {...rest} value={value} onChange={event => onChange(event.currentTarget.value)} />
      <span className={classes.count} data-over={left < 0 || undefined} aria-hidden="true">
        {count} / {max}
      </span>
      <span className="vh" role="status">
        {left >= 0 && left <= 20 ? t`Quedan ${left} caracteres.` : ''}
      </span>
    </div>
  )
}
