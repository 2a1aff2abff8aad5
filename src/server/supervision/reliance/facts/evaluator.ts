import { independenceLabels } from '#domain/report-request/independence/independence.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { formatDay } from '#domain/values/day.ts'
import { independenceBehind } from '#server/report-request/independence/queries.ts'
import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

/** Who evaluated: name, accreditation, ROAC, its declaration and its ratings in a row (condition e, SEAL-07). */
export const evaluatorFacts: Gatherer = async ({ db, rated }): Promise<Fact[]> => {
  const source: ['request', string] | null = rated && ['request', rated.validationId]
  const until = rated?.accreditedUntil
  const behind = rated && (await independenceBehind(db, rated.scoreId))
  return [
    factOf('e', 'evaluator', 'Evaluador', rated?.evaluator, { source }),
    factOf('e', 'accreditation', 'Acreditación del CCI', until && `Hasta el ${formatDay(until)}`, { source }),
    factOf('e', 'roac', 'ROAC', rated?.roac, { source }),
    factOf('e', 'independence', 'Declaración de independencia', behind && declaredText(behind), { source }),
    factOf('e', 'rotation', 'Calificaciones seguidas del mismo evaluador', behind && String(behind.inARow), { source }),
  ]
}

function declaredText({ declaration }: Awaited<ReturnType<typeof independenceBehind>>): string {
  if (!declaration) return 'No la hizo'
  const { status, reason } = declaration
  return reason ? `${independenceLabels[status]}: ${reason}` : independenceLabels[status]
}
