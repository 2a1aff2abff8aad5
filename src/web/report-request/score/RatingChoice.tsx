import { t } from '#domain/language/translate.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import classes from './RatingChoice.module.css'

type Props = {
  levels: readonly string[]
  onChange: (levels: string[]) => void
  /** Marks each dimension without a level as missing. */
  demand: boolean
  label?: string
}

export const levelId = (axis: number) => `calificacion-nivel-${axis}`

/** One level per dimension, pressed on the scale (SCO-08, D32). */
export function RatingChoice({ levels, onChange, demand, label = t('Calificación') }: Props) {
  return (
    <fieldset className={classes.root} aria-label={label}>
      {RATING_SCALE.dimensions.map((dimension, axis) => (
        <Dimension
          key={dimension}
          name={t(dimension)}
          axis={axis}
          chosen={levels[axis] ?? ''}
          missing={demand && !levels[axis]}
          onChange={level => onChange(levels.map((each, index) => (index === axis ? level : each)))}
        />
      ))}
    </fieldset>
  )
}

type DimensionProps = {
  name: string
  axis: number
  chosen: string
  missing: boolean
  onChange: (level: string) => void
}

function Dimension({ name, axis, chosen, missing, onChange }: DimensionProps) {
  const error = `${levelId(axis)}-error`
  // The summary of errors leads to the button that Tab would reach.
  const entry = chosen || RATING_SCALE.levels[0]
  return (
    <div
      className={classes.dimension}
      role="radiogroup"
      aria-label={name}
      aria-required="true"
      aria-invalid={missing || undefined}
      aria-describedby={missing ? error : undefined}
    >
      <span className={classes.name}>{name}</span>
      <span className={classes.levels}>
        {RATING_SCALE.levels.map(level => (
          <label key={level} className={classes.level}>
            <input
              type="radio"
              id={level === entry ? levelId(axis) : undefined}
              name={levelId(axis)}
              value={level}
              checked={level === chosen}
              aria-label={t`Nivel ${level}`}
              onChange={() => onChange(level)}
            />
            <span aria-hidden="true">
              <RatingBadge rating={level} old={level !== chosen} />
            </span>
          </label>
        ))}
      </span>
      {missing ? (
        <span id={error} className={classes.error}>
          {t('Elija un nivel')}
        </span>
      ) : null}
    </div>
  )
}
