import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { currentLanguage, t } from '#domain/language/translate.ts'
import type { DateFieldProps } from '#web/ui/form/DateField.tsx'

type Props = Pick<DateFieldProps, 'value' | 'min' | 'max'> & { onChange: (day: string | null) => void }

/** The calendar of a DateField. */
export function Calendar({ value, min, max, onChange }: Props) {
  return (
    <DatesProvider settings={{ locale: 'es', firstDayOfWeek: 1 }}>
      <DatePicker
        locale={currentLanguage()}
        value={value}
        defaultDate={value ?? min}
        minDate={min}
        maxDate={max}
        hideOutsideDates
        onChange={onChange}
        ariaLabels={{ previousMonth: t('Mes anterior'), nextMonth: t('Mes siguiente') }}
      />
    </DatesProvider>
  )
}
