import { countedLength, DETAIL_MAX } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'

export interface DetailFieldProps {
  id: string
  value: string
  onChange: (value: string) => void
  error?: string | null
  readOnly?: boolean
}

/** The detail of an incident (FORM-59, FORM-60, LIM-23). */
export function DetailField({ value, error, ...rest }: DetailFieldProps) {
  const count = countedLength(value)
  return (
    <CountedTextarea
      {...rest}
      label={t('Detalle')}
      placeholder={t('Escriba el detalle...')}
      autosize
      minRows={4}
      maxRows={12}
      value={value}
      error={count > DETAIL_MAX ? MESSAGES.tooLong(DETAIL_MAX) : error}
      count={count}
      max={DETAIL_MAX}
    />
  )
}
