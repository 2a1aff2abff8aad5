import type { FieldValues } from '#domain/conflict/conflict.ts'
import { labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import type { IndependenceAnswers } from '#domain/report-request/independence/independence.ts'
import {
  independenceLabels,
  independenceQuestions,
  questionKeys,
} from '#domain/report-request/independence/independence.ts'
import type { IndependenceStatus } from '#domain/states/independence.ts'

export const independenceFieldLabels = labelsOf({
  ...independenceQuestions,
  text: msg('Explicación'),
  status: msg('Declaración'),
  reason: msg('Motivo del CCI'),
})

/** A declaration in words, for edit conflicts; what is absent is not named. */
export function declarationFacts(of: {
  answers?: IndependenceAnswers
  text?: string
  status?: IndependenceStatus
  reason?: string
}): FieldValues {
  const { answers, text, status, reason } = of
  return {
    ...Object.fromEntries(answers ? questionKeys.map(key => [key, yesNo(answers[key])]) : []),
    ...(text === undefined ? {} : { text }),
    ...(status === undefined ? {} : { status: independenceLabels[status] }),
    ...(reason === undefined ? {} : { reason }),
  }
}
