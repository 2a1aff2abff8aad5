import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { parseTime } from '#domain/values/day.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import classes from './MomentField.module.css'

type Props = {
  label: string
  /** 'YYYY-MM-DDTHH:MM', or ''; with one half empty while the other is typed. */
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  readOnly?: boolean
}

/** Day and time of day, each typed: DD/MM/YYYY in every browser, and HH:MM. */
export function MomentField({ label, value, onChange, error, readOnly = false }: Props) {
  const [day = '', time = ''] = value.split('T')
  // Text being typed; null shows the value.
  const [typed, setTyped] = useState<string | null>(null)
  const put = (nextDay: string, nextTime: string) => onChange(nextDay || nextTime ? `${nextDay}T${nextTime}` : '')
  return (
    <div className={classes.root}>
      <DateField
        label={label}
        value={day || null}
        error={error}
        readOnly={readOnly}
        onChange={(next, text) => put(next ?? text.trim().replaceAll('T', ''), typed ?? time)}
      />
      <TextInput
        label={<span className={classes.hour}>{t('Hora')}</span>}
        aria-label={t`Hora: ${label}`}
        placeholder={t('HH:MM')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        readOnly={readOnly}
        aria-invalid={error ? true : undefined}
        value={typed ?? time}
        onChange={event => {
          const text = event.currentTarget.value
          setTyped(text)
          put(day, parseTime(text) ?? text.trim().replaceAll('T', ''))
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  )
}
