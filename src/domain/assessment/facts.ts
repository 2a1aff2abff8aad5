import type { Answer } from '#domain/assessment/assessment.ts'
import { answerLabels } from '#domain/assessment/assessment.ts'
import type { Header } from '#domain/assessment/header.ts'
import { headerLabels, opinionLabels, standardLabels, subserviceLabels } from '#domain/assessment/header.ts'
import type { FieldValues, Labels } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import { formatDay } from '#domain/values/day.ts'

const ANSWER = 'answers.'
const ofHeader = labelsOf({ ...headerLabels, target: msg('Nivel objetivo') })

/** The labels of what two evaluators may both change. */
export const assessmentLabels: Labels = field =>
  field.startsWith(ANSWER) ? `Control ${field.slice(ANSWER.length)}` : ofHeader(field)

/** The answers by field, in words. */
export const answerFacts = (answers: readonly Pick<Answer, 'controlKey' | 'answer' | 'justification' | 'note'>[]) =>
  Object.fromEntries(
    answers.map(({ controlKey, answer, justification, note }) => [
      `${ANSWER}${controlKey}`,
      [answer ? answerLabels[answer] : '', answer === 'NOT_APPLICABLE' ? justification : '', note]
        .filter(Boolean)
        .join('. '),
    ]),
  )

/** The header by field, in words; what is absent is not named. */
export function headerFacts(header: Partial<Header & { target: string }>): FieldValues {
  const { standard, opinion, subservices, periodFrom, periodTo, reportDate, ...texts } = header
  const said: Record<string, string | null | undefined> = {
    ...texts,
    standard: standard && standardLabels[standard],
    opinion: opinion && opinionLabels[opinion],
    subservices: subservices && subserviceLabels[subservices],
    periodFrom: periodFrom && formatDay(periodFrom),
    periodTo: periodTo && formatDay(periodTo),
    reportDate: reportDate && formatDay(reportDate),
  }
  return Object.fromEntries(
    Object.entries(said).flatMap(([field, value]) =>
      value === undefined || assessmentLabels(field) === null ? [] : [[field, value ?? '']],
    ),
  )
}
