import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import type { Criticality } from '#domain/supervision/use/use.ts'
import { criticalLabels } from '#domain/supervision/use/use.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/** The fields of a use that its bank edits. */
export type UseFields = {
  critical: Criticality
  requiredScore: string | null
  since: Day | null
  until: Day | null
  note: string
}

export const useLabels = labelsOf({
  critical: 'Función esencial o importante',
  requiredScore: 'Nivel exigido',
  since: 'Desde',
  until: 'Hasta',
  note: 'Nota',
})

/** Those fields in words, as a conflict or a preview shows them; only the given ones. */
export function factsOfUse({ critical, requiredScore, since, until, note }: Partial<UseFields>): FieldValues {
  const dayOf = (day: Day | null) => (day ? formatDay(day) : '')
  return {
    ...(critical === undefined ? {} : { critical: criticalLabels[critical] }),
    ...(requiredScore === undefined ? {} : { requiredScore: requiredScore ?? '' }),
    ...(since === undefined ? {} : { since: dayOf(since) }),
    ...(until === undefined ? {} : { until: dayOf(until) }),
    ...(note === undefined ? {} : { note }),
  }
}

export const policyLabels = labelsOf({
  criticalScore: 'De funciones esenciales o importantes',
  otherScore: 'De las demás',
})
