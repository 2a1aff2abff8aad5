import { Tooltip } from '@mantine/core'
import { t } from '#domain/language/translate.ts'
import classes from './RatingBadge.module.css'

export interface RatingBadgeProps {
  /** Letters separated by '/': 'A/B/A+', or a single one. */
  rating: string
  /** Name of each letter's axis, in order; announced and shown on hover. */
  axes?: readonly string[]
  size?: 'normal' | 'xl'
  /** Out of date: drawn without ink. */
  old?: boolean
  /** Shows the name of each axis under the large badges. An initial would read as a level. */
  withAxes?: boolean
  /** Without the tooltip, which is dear in a list of hundreds. */
  bare?: boolean
}

/** Rating as cut-cornered badges. More ink is a higher level; it is not a traffic light. */
export function RatingBadge({ rating, axes, size = 'normal', old, withAxes, bare }: RatingBadgeProps) {
  const letters = rating.split('/').map(letter => letter.trim())
  const words = letters.map((letter, index) => (axes?.[index] ? `${t(axes[index])} ${letter}` : letter)).join(', ')
  const name = `${axes ? words : t`Nivel ${words}`}${old ? t(' (ya no vigente)') : ''}`
  const punches = (
    <span className={classes.root} data-size={size} data-old={old || undefined} role="img" aria-label={name}>
      {letters.map((letter, index) => (
        <span key={index} data-lv={letter}>
          <b>{letter}</b>
        </span>
      ))}
    </span>
  )
  if (bare) return punches
  if (!withAxes) return <Tooltip label={name}>{punches}</Tooltip>
  return (
    <span className={classes.seal}>
      {punches}
      <span className={classes.axes} data-size={size} aria-hidden="true">
        {axes?.map(axis => (
          <span key={axis}>{t(axis)}</span>
        ))}
      </span>
    </span>
  )
}
