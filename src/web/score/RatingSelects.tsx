import { Select } from '@mantine/core'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import classes from './ScoreStep.module.css'

type Props = {
  levels: readonly string[]
  onChange: (levels: string[]) => void
  /** Marks each dimension without a level as missing. */
  demand: boolean
}

export const levelId = (axis: number) => `calificacion-nivel-${axis}`

const best = [...RATING_SCALE.levels].reverse()

/** One level per dimension (SCO-08, D32). */
export function RatingSelects({ levels, onChange, demand }: Props) {
  return (
    <fieldset className={classes.ratings} aria-label="Calificación">
      {RATING_SCALE.dimensions.map((dimension, axis) => (
        <Select
          key={dimension}
          id={levelId(axis)}
          label={dimension}
          placeholder="Nivel"
          classNames={{ input: classes.level }}
          data={best}
          value={levels[axis] || null}
          allowDeselect={false}
          error={demand && !levels[axis] ? 'Elija un nivel' : null}
          onChange={level => onChange(levels.map((each, index) => (index === axis ? (level ?? '') : each)))}
          renderOption={({ option }) => (
            <span className="row">
              <span aria-hidden="true">
                <RatingBadge rating={option.value} />
              </span>
              Nivel {option.label}
            </span>
          )}
        />
      ))}
    </fieldset>
  )
}
