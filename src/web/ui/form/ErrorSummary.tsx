import { useEffect, useRef } from 'react'
import { t } from '#domain/language/translate.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import classes from './ErrorSummary.module.css'

export interface FieldError {
  /** Id of the control to focus. */
  field: string
  label: string
  message: string
  /** Part of the form that holds the field. */
  group?: string
}
export interface ErrorSummaryProps {
  errors: readonly FieldError[]
  title?: string
  /** Number of save attempts: each new one focuses the summary. */
  attempt: number
}

/** Above this number of lines, the summary shows one line per part of the form. */
const LINES_MAX = 8

type Line = { field: string; link: string; rest: string }

/** Line of one error. Does not repeat the field's name when the message starts with it. */
const lineOf = ({ field, label, message }: FieldError): Line =>
  message.startsWith(`${label} `) ? { field, link: message, rest: '' } : { field, link: label, rest: `: ${message}` }

/** One line per part of the form, with a link to its first error. */
function linesOfGroups(errors: readonly FieldError[]): Line[] {
  const groupOf = ({ group, label }: FieldError) => group ?? label
  return [...new Set(errors.map(groupOf))].map(group => {
    const inside = errors.filter(error => groupOf(error) === group)
    const rest = inside.length === 1 ? t(': 1 campo') : t`: ${inside.length} campos`
    return { field: inside[0]?.field ?? '', link: group, rest }
  })
}

/** Errors to fix, at the top of a form, with links that focus each field, or the first one of each part. */
export function ErrorSummary({ errors, title, attempt }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null)
  const any = errors.length > 0
  useEffect(() => {
    if (attempt > 0 && any) ref.current?.focus()
  }, [attempt, any])
  if (!any) return null
  const lines = errors.length > LINES_MAX && errors[0]?.group ? linesOfGroups(errors) : errors.map(lineOf)
  const count = errors.length === 1 ? t('Hay un campo por corregir') : t`Hay ${errors.length} campos por corregir`
  return (
    <Message kind="error" title={title ?? count} live ref={ref} tabIndex={-1}>
      <ul className={classes.list}>
        {lines.map(({ field, link, rest }) => (
          <li key={`${field} ${rest}`}>
            <a
              href={`#${field}`}
              onClick={event => {
                event.preventDefault()
                focusField(field)
              }}
            >
              {link}
            </a>
            {rest}
          </li>
        ))}
      </ul>
    </Message>
  )
}

/** Focuses the control with that id, or the first one inside it, and scrolls its label into view. */
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
