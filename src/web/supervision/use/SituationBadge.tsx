import type { Situation } from '#domain/supervision/use/situation.ts'
import { situationLabels } from '#domain/supervision/use/situation.ts'
import { type BadgeState, StateBadge } from '#web/ui/feedback/StateBadge.tsx'

export const situationLooks: Record<Situation, BadgeState> = {
  UNRATED: 'LAPSED',
  BELOW: 'REJECTED',
  ACCEPTED: 'PENDING',
  MET: 'QUALIFIED',
  NOT_SET: 'CLOSED',
}

/** The situation of a use as colour, icon and word. */
export function SituationBadge({ situation, small }: { situation: Situation; small?: boolean }) {
  return <StateBadge state={situationLooks[situation]} label={situationLabels[situation]} small={small} />
}
