import type { Facts } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

export const scoreLabels = labelsOf({
  score: 'Calificación',
  expiredAt: 'Fecha caducidad',
  file: 'Dictamen de calificación',
})

/** Without a file the one that stands is meant, which is no difference. */
export function scoreFacts({ score, expiredAt, file }: { score: string; expiredAt: Day | null; file?: string }): Facts {
  return {
    score,
    expiredAt: expiredAt ? formatDay(expiredAt) : '',
    ...(file === undefined ? {} : { file }),
  }
}
