import { statusLabels } from '#domain/validation/validation.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './ScoreStep.module.css'

type Props = { levels: readonly string[]; expiredAt: string | null; note: string }

/** A preview of the score as the entities will see it, with its scale (D32). */
export function ScorePreview({ levels, expiredAt, note }: Props) {
  return (
    <aside className={classes.preview} aria-labelledby="asi-lo-veran">
      <h2 className="label" id="asi-lo-veran">
        ASÍ LO VERÁN LAS ENTIDADES
      </h2>
      <div className={classes.seal}>
        <RatingBadge
          size="xl"
          withAxes
          rating={levels.map(level => level || '–').join('/')}
          axes={RATING_SCALE.dimensions}
        />
      </div>
      <div className={`row between wrap ${classes.until}`}>
        <StateBadge state="QUALIFIED" label={statusLabels.QUALIFIED} />
        <span className="dim">{expiredAt ? `hasta el ${dayText(expiredAt)}` : 'sin fecha'}</span>
      </div>
      <h3 className={`label ${classes.scaleTitle}`}>LA ESCALA</h3>
      <ol className={classes.scale}>
        {RATING_SCALE.levels.map(level => (
          <li key={level} className={classes.mark}>
            <RatingBadge rating={level} />
            <i />
          </li>
        ))}
      </ol>
      <div className="row between small dim">
        <span>menor nivel</span>
        <span>mayor nivel</span>
      </div>
      <p className={`small dim ${classes.what}`}>{note}</p>
    </aside>
  )
}
