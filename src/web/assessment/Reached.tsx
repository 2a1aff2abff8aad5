import { IconAlertTriangle } from '@tabler/icons-react'
import type { Dimension } from '#domain/assessment/assessment.ts'
import { dimensionLabels } from '#domain/assessment/assessment.ts'
import type { Reached as ReachedLevel } from '#domain/assessment/levels.ts'
import { reachedLabel } from '#domain/assessment/levels.ts'
import { t } from '#domain/language/translate.ts'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import classes from './assessment.module.css'

/** The level reached in a dimension as a seal; what is below the scale has none. */
export function Reached({ level, dimension }: { level: ReachedLevel; dimension: Dimension }) {
  if (level === null) return <span className="dim">{t(reachedLabel(level))}</span>
  if (level === 'NONE') {
    return (
      <span className={classes.below}>
        <IconAlertTriangle size={17} aria-hidden="true" />
        {t(reachedLabel(level))}
      </span>
    )
  }
  return <RatingBadge rating={level} axes={[t(dimensionLabels[dimension])]} />
}
