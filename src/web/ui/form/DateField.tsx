import { Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { parseDay } from '#domain/values/day.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { late, loadSoon, useLate } from '#web/ui/late.ts'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './DateField.module.css'

const calendar = late(() => import('#web/ui/form/Calendar.tsx').then(module => module.Calendar))

export interface DateFieldProps {
  label: ReactNode
  /** 'YYYY-MM-DD'. */
  value: string | null
  /** The day, or null; `text` is the typed text, so that an invalid date does not count as empty. */
  onChange: (value: string | null, text: string) => void
  /** First and last day of the calendar, 'YYYY-MM-DD'. The caller validates a typed day. */
  min?: string
  max?: string
  error?: ReactNode
  description?: ReactNode
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  placeholder?: string
  size?: 'xs' | 'sm'
  id?: string
  name?: string
  onBlur?: () => void
  /** A button after the box. */
  beside?: ReactNode
  /** Gets the focus of the window that it is in. */
  'data-autofocus'?: boolean | undefined
}

/** Day field: typed as DD/MM/YYYY or picked from a calendar with its own button. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, min, max, size = 'sm' } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const [open, setOpen] = useState(false)
  // Text being typed; null shows the value.
  const [typed, setTyped] = useState<string | null>(null)
  // A day chosen elsewhere replaces what was being typed.
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (typed !== null && value !== null && parseDay(typed) !== value) setTyped(null)
  }
  const text = typed ?? (value ? dayText(value) : '')
  const fixed = props.disabled || props.readOnly
  // Loaded with the field, so that it is there when the network is not.
  useEffect(() => loadSoon(calendar), [])
  const { part: Calendar } = useLate(calendar, open)
  return (
    <Popover
      opened={open && Calendar !== null}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          id={id}
          name={props.name}
          label={props.label}
          error={props.error}
          description={props.description}
          required={props.required}
          inputContainer={
            props.beside
              ? box => (
                  <div className={classes.beside}>
                    {box}
                    {props.beside}
                  </div>
                )
              : undefined
          }
          disabled={props.disabled}
          readOnly={props.readOnly}
          placeholder={props.placeholder ?? t('DD/MM/AAAA')}
          size={size}
          value={text}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus={props['data-autofocus'] || undefined}
          rightSectionWidth={44}
          rightSection={
            fixed ? null : (
              <IconButton
                id={`${id}-calendar`}
                // Two date fields may be side by side, so each calendar has the name of its field.
                aria-labelledby={`${id}-calendar ${id}-label`}
                label={open ? t('Cerrar el calendario') : t('Abrir el calendario')}
                size={size === 'xs' ? 36 : 40}
                icon={<IconCalendar />}
                aria-haspopup="dialog"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              />
            )
          }
          onChange={event => {
            const next = event.currentTarget.value
            setTyped(next)
            onChange(parseDay(next), next)
          }}
          onBlur={() => {
            if (typed !== null && (parseDay(typed) || !typed.trim())) setTyped(null)
            props.onBlur?.()
          }}
          onKeyDown={event => {
            if (event.key === 'ArrowDown' && event.altKey && !fixed) setOpen(true)
          }}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.calendar} role="dialog" aria-label={t('Calendario')}>
        {Calendar ? (
          <Calendar
            value={value}
            min={min}
            max={max}
            onChange={next => {
              setTyped(null)
              onChange(next, next ? dayText(next) : '')
              setOpen(false)
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}
