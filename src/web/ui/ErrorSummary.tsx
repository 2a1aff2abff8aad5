import { useEffect, useRef } from 'react'
import { Message } from '#web/ui/Message.tsx'
import classes from './ErrorSummary.module.css'

export interface FieldError {
  /** id of the control to focus. */
  field: string
  label: string
  message: string
}
export interface ErrorSummaryProps {
  errors: readonly FieldError[]
  title?: string
  /** Counts the attempts to save: each new one brings the focus here. */
  attempt: number
}

/** On top of a form: what must be mended, with links that focus each field. */
export function ErrorSummary({ errors, title, attempt }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const any = errors.length > 0
  useEffect(() => {
    if (attempt > 0 && any) ref.current?.focus()
  }, [attempt, any])
  if (!any) return null
  const count = errors.length === 1 ? 'Hay un campo por corregir' : `Hay ${errors.length} campos por corregir`
  return (
    <Message kind="error" title={title ?? count} live ref={ref} tabIndex={-1}>
      <ul className={classes.list}>
        {errors.map(error => (
          <li key={`${error.field} ${error.message}`}>
            <a
              href={`#${error.field}`}
              onClick={event => {
                event.preventDefault()
                focusField(error.field)
              }}
            >
              {error.label}
            </a>
            : {error.message}
          </li>
        ))}
      </ul>
    </Message>
  )
}

/** Focuses the control with that id, or the first one inside it, and brings its label into view. */
export function focusField(id: string): void {
  const element = document.getElementById(id)
  if (!element) return
  const control = element.matches('input, select, textarea, button, [tabindex]')
    ? element
    : element.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]')
  control?.focus({ preventScroll: true })
  const label = control?.closest('.mantine-InputWrapper-root') ?? control
  label?.scrollIntoView({ block: 'center' })
}
