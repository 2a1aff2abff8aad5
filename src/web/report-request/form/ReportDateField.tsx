import { t } from '#domain/language/translate.ts'
import { REPORT_DATE, reportDateFault } from '#domain/report-request/report-date.ts'
import { isDay } from '#domain/values/day.ts'
import { useMe } from '#web/session/useMe.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { dayFault } from '#web/ui/time/dates.ts'

type Props = {
  id: string
  /** 'YYYY-MM-DD', what was typed so far, or ''. */
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  readOnly?: boolean
}

/** The error of a typed date of a report, or null. */
export const reportDateError = (value: string, today: string): string | null =>
  value === '' ? null : isDay(value) ? reportDateFault(value, today) : dayFault(value)

/** The optional date of the report, which the registers of the provider's clients ask for (DORA-11). */
export function ReportDateField({ id, value, onChange, error, readOnly }: Props) {
  const { today } = useMe()
  return (
    <DateField
      id={id}
      label={t(REPORT_DATE)}
      description={t('Opcional. Sus clientes la necesitan para su registro de información.')}
      value={isDay(value) ? value : null}
      max={today}
      readOnly={readOnly}
      error={error}
      onChange={(day, text) => onChange(day ?? text.trim())}
    />
  )
}
