import { expiryLevel } from '#domain/participant/expiry-level.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { useMe } from '#web/session/useMe.ts'
import { ExpiryDate } from '#web/ui/rating/ExpiryDate.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'

/** A rating badge, without ink when it is out of date; a dash without a rating. */
export function Rating({ score, expiredAt }: { score: string | null; expiredAt: string | null }) {
  const { today } = useMe()
  if (!score) return <NoValue />
  const old = expiredAt !== null && expiryLevel(expiredAt, today) === 'late'
  return <RatingBadge rating={score} axes={RATING_SCALE.dimensions} old={old} />
}

/** Expiry date, with a clock when it is within 60 days. */
export function Expiry({ value }: { value: string | null }) {
  const { today } = useMe()
  return (
    <ExpiryDate value={value} level={value ? expiryLevel(value, today) : 'fine'} now={new Date(`${today}T12:00:00Z`)} />
  )
}
