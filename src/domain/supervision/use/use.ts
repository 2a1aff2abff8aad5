import { t } from '#domain/language/translate.ts'
import { OTHERS_FROM } from '#domain/notification/ladder.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays } from '#domain/values/day.ts'

/** The most uses that a bank may import at once. */
export const USES_MAX = 5000
export const USE_NOTE_MAX = 500

/** Whether a use supports a critical or important function (DORA, art. 28). */
export const criticalities = ['YES', 'NO', 'NOT_ASSESSED'] as const
export type Criticality = (typeof criticalities)[number]
export const criticalLabels: Record<Criticality, string> = { YES: 'Sí', NO: 'No', NOT_ASSESSED: 'Sin evaluar' }

/** The same beside the name of a service. */
export const criticalNotes: Record<Criticality, string> = {
  YES: 'función esencial o importante',
  NO: 'función no esencial ni importante',
  NOT_ASSESSED: 'función sin evaluar',
}

/** The levels that a bank requires of uses declared without one. */
export type LevelPolicy = { criticalScore: string | null; otherScore: string | null }

/** The level that the policy gives to a use (LEVEL-04). */
export const requiredByPolicy = ({ criticalScore, otherScore }: LevelPolicy, critical: Criticality): string | null =>
  critical === 'YES' ? criticalScore : otherScore

/** The days of a use, as far as they are known. */
type Days = { since: Day | null; until: Day | null }

/** The faults of the days of a use, by field: it ended by today, and not before it began. */
export function useDayErrors({ since, until }: Days, today: Day): { until?: string } {
  return {
    ...(until && until > today ? { until: t('Escriba un día que no sea posterior a hoy') } : {}),
    ...(until && until < (since ?? until) ? { until: t('Es anterior al día en que empezó') } : {}),
  }
}

/** Whether the rating that a use rests on lapses within the days in which banks hear of it (RENEW-16). */
export const isEnding = (expiredAt: Day | null, today: Day): boolean =>
  expiredAt ? expiredAt >= today && expiredAt <= addDays(today, OTHERS_FROM) : false
