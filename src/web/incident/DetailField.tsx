import { Textarea } from '@mantine/core'
import { countedLength, DETAIL_MAX } from '#domain/incident/incident.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import classes from './DetailField.module.css'

export interface DetailFieldProps {
  id: string
  value: string
  onChange: (value: string) => void
  error?: string | null
  readOnly?: boolean
}

/** The detail of an incident, with its counter (FORM-59, FORM-60, LIM-23). More may be pasted; the field says so. */
export function DetailField({ id, value, onChange, error, readOnly }: DetailFieldProps) {
  const count = countedLength(value)
  const left = DETAIL_MAX - count
  return (
    <div className={classes.root}>
      <Textarea
        id={id}
        label="Detalle"
        placeholder="Escriba el detalle..."
        autosize
        minRows={4}
        maxRows={12}
        value={value}
        readOnly={readOnly}
        error={left < 0 ? MESSAGES.tooLong(DETAIL_MAX) : error}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <span className={classes.count} data-over={left < 0 || undefined} aria-hidden="true">
        {count} / {DETAIL_MAX}
      </span>
      <span className="vh" role="status">
        {left >= 0 && left <= 20 ? `Quedan ${left} caracteres.` : ''}
      </span>
    </div>
  )
}
