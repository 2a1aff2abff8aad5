import { Fragment } from 'react'
import { parseRating, RATING_SCALE } from '#domain/values/rating.ts'
import classes from './LevelRules.module.css'

type Props = { required: string | null; obtained: string | null }

const { dimensions, levels } = RATING_SCALE
/** Letters of a dimension beside its rule: an initial would read as a level. */
const SHORT = 5
const placeOf = (level: string | undefined) => (level === undefined ? -1 : levels.indexOf(level))

/** The distance between the required level (a frame) and the rating obtained (a colour), on a rule for each dimension. */
export function LevelRules({ required, obtained }: Props) {
  const [wanted, got] = [required ? parseRating(required) : null, obtained ? parseRating(obtained) : null]
  if (!wanted && !got) return <span className="dim">—</span>
  return (
    <span className={classes.root}>
      {dimensions.map((dimension, axis) => (
        <Fragment key={dimension}>
          <span className={classes.name} title={dimension} aria-hidden="true">
            {dimension.slice(0, SHORT)}.
          </span>
          <Rule dimension={dimension} required={wanted?.[axis]} obtained={got?.[axis]} />
        </Fragment>
      ))}
    </span>
  )
}

type RuleProps = { dimension: string; required: string | undefined; obtained: string | undefined }

function Rule({ dimension, required, obtained }: RuleProps) {
  const [to, from] = [placeOf(required), placeOf(obtained)]
  const isShort = required !== undefined && from < to
  const words = [
    required ? `exigido ${required}` : 'sin exigencia',
    obtained ? `obtenido ${obtained}` : 'sin calificación',
  ].join(', ')
  return (
    <span
      className={classes.rule}
      role="img"
      aria-label={`${dimension}: ${words}`}
      data-short={isShort || undefined}
      style={{ '--from': from, '--to': to }}
    >
      {levels.map(level => (
        <span
          key={level}
          className={classes.step}
          data-required={level === required || undefined}
          data-lv={level === obtained ? level : undefined}
        >
          <b>{level}</b>
        </span>
      ))}
    </span>
  )
}

/** What the frame, the colour and the hatching mean. */
export function LevelLegend() {
  return (
    <p className={`small dim ${classes.legend}`} aria-hidden="true">
      <span className={classes.rule} style={{ '--from': 0, '--to': 0 }}>
        <span className={classes.step} data-required>
          <b>A</b>
        </span>
      </span>
      exigido
      <span className={classes.rule} style={{ '--from': 0, '--to': 0 }}>
        <span className={classes.step} data-lv="A">
          <b>A</b>
        </span>
      </span>
      obtenido
      <span className={classes.missing} />
      lo que falta
    </p>
  )
}
