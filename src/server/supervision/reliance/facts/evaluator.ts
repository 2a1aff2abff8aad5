import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { formatDay } from '#domain/values/day.ts'
import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

/** Who evaluated: name, accreditation and ROAC (condition e). */
export const evaluatorFacts: Gatherer = async ({ rated }): Promise<Fact[]> => {
  const source: ['request', string] | null = rated && ['request', rated.validationId]
  const until = rated?.accreditedUntil
  return [
    factOf('e', 'evaluator', 'Evaluador', rated?.evaluator, { source }),
    factOf('e', 'accreditation', 'Acreditación del CCI', until && `Hasta el ${formatDay(until)}`, { source }),
    factOf('e', 'roac', 'ROAC', rated?.roac, { source }),
  ]
}
