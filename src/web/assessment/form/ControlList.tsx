import type { KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useRef } from 'react'
import type { Answer, Control } from '#domain/assessment/assessment.ts'
import { answerValues } from '#domain/assessment/assessment.ts'
import { assessedControlId, ControlLine } from '#web/assessment/form/ControlLine.tsx'
import classes from './form.module.css'

type Props = {
  label: string
  controls: readonly Control[]
  answers: ReadonlyMap<string, Answer>
  closed: boolean
  /** The control to focus once it is shown, and which time it is asked for. */
  wanted: { key: string; time: number } | null
  onChange: (key: string, changes: Partial<Answer>) => void
  onNext: (after: string) => void
}

/**
 * The controls of a domain. 1, 2 and 3 answer a control; yes and no move on to the next one, and 'No aplica' asks why. The
 * arrows up and down go to the neighbours, and S to the next without an answer; right and left are the browser's own in a
 * group of options and do not move on. A press of the pointer on an answer moves on too, one elsewhere opens the control.
 */
export function ControlList({ label, controls, answers, closed, wanted, onChange, onNext }: Props) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (wanted) focusControl(wanted.key)
  }, [wanted])
  const press = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (target.matches('textarea, button') || event.ctrlKey || event.metaKey || event.altKey) return
    const key = target.closest<HTMLElement>('[data-control]')?.dataset.control
    if (key === undefined) return
    const act = actOf(event.key, key)
    if (!act) return
    event.preventDefault()
    act()
  }
  const actOf = (pressed: string, key: string): (() => void) | null => {
    const place = controls.findIndex(control => control.key === key)
    const to = (next: Control | undefined) => () => next && focusControl(next.key)
    if (pressed === 'ArrowDown') return to(controls[place + 1])
    if (pressed === 'ArrowUp') return to(controls[place - 1])
    if (closed) return null
    if (pressed.toLowerCase() === 's') return () => onNext(key)
    const answer = answerValues[Number(pressed) - 1]
    if (!answer) return null
    return () => {
      onChange(key, { answer })
      moveOn(key, answer)
    }
  }
  const moveOn = (key: string, answer: string) => {
    const next = controls[controls.findIndex(control => control.key === key) + 1]
    if (answer === 'NOT_APPLICABLE') setTimeout(() => focusJustification(key), 50)
    else if (next) focusControl(next.key)
    else onNext(key)
  }
  const click = (event: MouseEvent) => {
    const target = event.target as HTMLElement
    const key = target.closest<HTMLElement>('[data-control]')?.dataset.control
    if (key === undefined || closed) return
    // The browser clicks for the arrow keys too, without a press.
    if (target instanceof HTMLInputElement && event.detail > 0) moveOn(key, target.value)
    else if (!target.closest('label, button, textarea')) focusControl(key)
  }
  return (
    <ol ref={list} className={classes.list} aria-label={label} onKeyDown={press} onClick={click}>
      {controls.map(control => (
        <li key={control.key} className={classes.line}>
          <ControlLine control={control} answer={answers.get(control.key)} closed={closed} onChange={onChange} />
        </li>
      ))}
    </ol>
  )
}

/** Focuses an option of a control: the given one, else the chosen one, else the first. */
function focusControl(key: string, value?: string): void {
  const control = document.getElementById(assessedControlId(key))
  const option =
    control?.querySelector<HTMLElement>(value ? `input[value="${value}"]` : 'input:checked') ??
    control?.querySelector<HTMLElement>('input[type="radio"]')
  option?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'nearest' })
}

const focusJustification = (key: string) =>
  document.getElementById(assessedControlId(key))?.querySelector('textarea')?.focus()
