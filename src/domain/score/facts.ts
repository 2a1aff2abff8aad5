import type { Facts } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

export const scoreLabels = labelsOf({
  score: 'Calificación',
  expiredAt: 'Fecha caducidad',
  file: 'Dictamen de calificación',
  provider: 'Proveedor',
  cif: 'CIF',
  service: 'Servicio',
  evaluator: 'Evaluador',
  concept: 'Concepto',
})

/** What a score is of: nobody sends it, but who decides has it in view and decides about it. */
export type ScoreSubject = {
  provider: string
  cif: string | null
  service: string | null
  evaluator: string | null
  concept: string
}

export function subjectFacts({ provider, cif, service, evaluator, concept }: ScoreSubject): Facts {
  return { provider, cif: cif ?? '', service: service ?? '', evaluator: evaluator ?? '', concept }
}

/** No value that was sent is what stands: whoever shows the conflict has what was in view. */
export const unsentSubject: Facts = subjectFacts({ provider: '', cif: '', service: '', evaluator: '', concept: '' })

/** Without a file the one that stands is meant, which is no difference. */
export function scoreFacts({ score, expiredAt, file }: { score: string; expiredAt: Day | null; file?: string }): Facts {
  return {
    score,
    expiredAt: expiredAt ? formatDay(expiredAt) : '',
    ...(file === undefined ? {} : { file }),
  }
}
