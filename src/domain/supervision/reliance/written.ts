import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import { planText } from '#domain/supervision/reliance/changes.ts'
import { type Condition, conditions, conditionTitle } from '#domain/supervision/reliance/conditions.ts'
import type { ConditionAnswer, Written } from '#domain/supervision/reliance/file.ts'
import { conclusionLabels, conditionVerdictLabels } from '#domain/supervision/reliance/file.ts'
import { formatDay } from '#domain/values/day.ts'

/** A change of a draft: only what it names changes. */
export type WrittenChange = { [K in Exclude<keyof Written, 'answers'>]?: Written[K] | undefined } & {
  answers?: { [C in Condition]?: ConditionAnswer | undefined } | undefined
}

/** A draft with a change. */
export function withChange(written: Written, { answers = {}, ...others }: WrittenChange): Written {
  const given = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return { ...written, ...given(others), answers: { ...written.answers, ...given(answers) } }
}

export const writtenLabels = labelsOf({
  ...Object.fromEntries(conditions.map(condition => [condition, `${condition}) ${conditionTitle(condition)}`])),
  plan: conditionTitle('plan'),
  conclusion: 'Conclusión',
  measures: 'Medidas',
  reviewOn: 'Fecha de revisión',
})

const answerText = ({ verdict, text, clause }: ConditionAnswer) =>
  [verdict ? conditionVerdictLabels[verdict] : '', text, clause].filter(Boolean).join(' · ')

/** What a draft or a change says in words, as a conflict shows it; only what is given. */
export function factsOfWritten({ answers = {}, plan, conclusion, measures, reviewOn }: WrittenChange): FieldValues {
  return {
    ...Object.fromEntries(
      Object.entries(answers).flatMap(([condition, answer]) => (answer ? [[condition, answerText(answer)]] : [])),
    ),
    ...(plan === undefined ? {} : { plan: planText(plan) }),
    ...(conclusion === undefined ? {} : { conclusion: conclusion ? conclusionLabels[conclusion] : '' }),
    ...(measures === undefined ? {} : { measures }),
    ...(reviewOn === undefined ? {} : { reviewOn: reviewOn ? formatDay(reviewOn) : '' }),
  }
}
