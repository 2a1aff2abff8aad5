import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/** What two users of a provider may both write in the plan of a finding. */
export type PlanFields = { measure: string; ownerName: string; dueOn: Day | null; proof: string }

export const planLabels = labelsOf({
  measure: msg('Medida'),
  ownerName: msg('Responsable'),
  dueOn: msg('Fecha prevista'),
  proof: msg('Qué se ha hecho'),
})

/** Those fields in words, as a conflict shows them; only the given ones. */
export function planFacts({ dueOn, ...texts }: { [K in keyof PlanFields]?: PlanFields[K] | undefined }): FieldValues {
  const given = Object.entries({ ...texts, dueOn: dueOn === undefined ? undefined : dueOn ? formatDay(dueOn) : '' })
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
