import { NativeSelect } from '@mantine/core'
import { RATING_SCALE } from '#domain/values/rating.ts'
import classes from './supervision.module.css'

type Props = {
  /** 'A/B/A+', possibly with dimensions still empty: 'A//'; '' for no level. */
  value: string
  onChange: (value: string) => void
  /** Names the group: 'Nivel exigido'. */
  label: string
  error?: string | undefined
}

const { dimensions, levels } = RATING_SCALE
const partsOf = (value: string) => dimensions.map((_dimension, axis) => value.split('/')[axis] ?? '')

/** A required level: one level for each dimension, or none at all. */
export function LevelSelects({ value, onChange, label, error }: Props) {
  const parts = partsOf(value)
  const choose = (axis: number, level: string) => {
    const next = parts.map((each, index) => (index === axis ? level : each))
    onChange(next.every(each => each === '') ? '' : next.join('/'))
  }
  return (
    <fieldset className={classes.levels}>
      <legend>{label}</legend>
      {dimensions.map((dimension, axis) => (
        <NativeSelect
          key={dimension}
          size="xs"
          label={dimension}
          value={parts[axis]}
          onChange={event => choose(axis, event.currentTarget.value)}
          error={Boolean(error)}
          data={[{ value: '', label: '–' }, ...levels]}
        />
      ))}
      {error ? (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
