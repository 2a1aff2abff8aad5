import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

export const scoreLabels = labelsOf({
  score: msg('Calificación'),
  expiredAt: msg('Fecha caducidad'),
  file: msg('Dictamen de calificación'),
  provider: msg('Proveedor'),
  cif: 'CIF',
  service: msg('Servicio'),
  evaluator: msg('Evaluador'),
  concept: msg('Concepto'),
})

/** The subject of a score: no caller sends it, but the person who decides has it in view and relies on it. */
export type ScoreSubject = {
  provider: string
  cif: string | null
  service: string | null
  evaluator: string | null
  concept: string
}

export function subjectFacts({ provider, cif, service, evaluator, concept }: ScoreSubject): FieldValues {
  return { provider, cif: cif ?? '', service: service ?? '', evaluator: evaluator ?? '', concept }
}

/**
 * Empty placeholder for subject values, which callers do not send; the conflict dialog fills in the values that were in
 * view.
 */
export const unsentSubject: FieldValues = subjectFacts({
  provider: '',
  cif: '',
  service: '',
  evaluator: '',
  concept: '',
})

/** An absent file means the current one and is no difference. */
export function scoreFacts({
  score,
  expiredAt,
  file,
}: {
  score: string
  expiredAt: Day | null
  file?: string
}): FieldValues {
  return {
    score,
    expiredAt: expiredAt ? formatDay(expiredAt) : '',
    ...(file === undefined ? {} : { file }),
  }
}
