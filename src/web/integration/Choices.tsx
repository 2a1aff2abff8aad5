import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import classes from './integration.module.css'

type Props<T extends string> = {
  legend: string
  options: readonly { value: T; label: string; code?: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
  error?: string | undefined
  /** Of the first box, so that a fault can lead to it. */
  id: string
}

/** Some of a few: scopes or events, in their order. */
export function Choices<T extends string>({ legend, options, chosen, onChange, error, id }: Props<T>) {
  const faultId = useId()
  const toggle = (value: T, on: boolean) =>
    onChange(options.map(each => each.value).filter(each => (each === value ? on : chosen.includes(each))))
  return (
    <fieldset className={classes.choices} aria-describedby={error ? faultId : undefined}>
      <legend>{legend}</legend>
      {error ? (
        <p id={faultId} className={classes.fault}>
          {error}
        </p>
      ) : null}
      {options.map(({ value, label, code }, index) => (
        <Checkbox
          key={value}
          id={index === 0 ? id : undefined}
          label={label}
          description={code}
          checked={chosen.includes(value)}
          onChange={event => toggle(value, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
