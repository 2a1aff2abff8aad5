import { Textarea } from '@mantine/core'
import { CONCEPT_MAX } from '#domain/report-request/report-request.ts'
import { characterCount, maxLengthRule } from '#domain/values/text.ts'
import classes from './ConceptField.module.css'

export interface ConceptFieldProps {
  id: string
  value: string
  onChange: (value: string) => void
  error?: string | null
  readOnly?: boolean
}

const tooLong = maxLengthRule(CONCEPT_MAX)

/** The concept of a request, with its counter (LIM-22). More may be pasted; the field says so instead of cutting it. */
export function ConceptField({ id, value, onChange, error, readOnly }: ConceptFieldProps) {
  const count = characterCount(value.trim())
  const left = CONCEPT_MAX - count
  return (
    <div className={classes.root}>
      <Textarea
        id={id}
        label="Concepto"
        description="Qué se audita y de qué periodo, para que el CCI y el evaluador lo reconozcan."
        value={value}
        readOnly={readOnly}
        error={conceptError(value) ?? error}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <span className={classes.count} data-over={left < 0 || undefined} aria-hidden="true">
        {count} / {CONCEPT_MAX}
      </span>
      <span className="vh" role="status">
        {left >= 0 && left <= 20 ? `Quedan ${left} caracteres.` : ''}
      </span>
    </div>
  )
}

/** Why a concept is too long, or null. */
export const conceptError = (value: string) => tooLong(value.trim())
