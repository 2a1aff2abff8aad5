import { t } from '#domain/language/translate.ts'
import { CONCEPT_MAX } from '#domain/report-request/report-request.ts'
import { characterCount, maxLengthRule } from '#domain/values/text.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'

export interface ConceptFieldProps {
  id: string
  value: string
  onChange: (value: string) => void
  error?: string | null
  readOnly?: boolean
}

const tooLong = maxLengthRule(CONCEPT_MAX)

/** The error of a concept that is too long, or null. */
export const conceptError = (value: string) => tooLong(value.trim())

/** The concept of a request (LIM-22). */
export function ConceptField({ value, error, ...rest }: ConceptFieldProps) {
  return (
    <CountedTextarea
      {...rest}
      label={t('Concepto')}
      description={t('Qué se audita y de qué periodo, para que el CCI y el evaluador lo reconozcan.')}
      value={value}
      error={conceptError(value) ?? error}
      count={characterCount(value.trim())}
      max={CONCEPT_MAX}
    />
  )
}
