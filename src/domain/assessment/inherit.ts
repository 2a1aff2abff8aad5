import type { Answer, Control } from '#domain/assessment/assessment.ts'
import { answersByKey, isAnswered } from '#domain/assessment/assessment.ts'
import { msg } from '#domain/language/translate.ts'

/** What the form says of an answer that its evaluator has not reviewed yet (EASE-02). */
export const FROM_LAST_YEAR = msg('Del año anterior')

/**
 * The answers with which the evaluation of a renewal begins: those of the published one to the same controls, by key and
 * statement (EASE-02). A control that was reworded is another one. Each waits for its review.
 */
export function inheritedAnswers(
  before: { controls: readonly Control[]; answers: readonly Answer[] },
  controls: readonly Control[],
): Answer[] {
  const statements = new Map(before.controls.map(({ key, statement }) => [key, statement]))
  const answers = answersByKey(before.answers)
  return controls.flatMap(({ key, statement }) => {
    const answer = answers.get(key)
    const same = statements.get(key) === statement
    return same && answer && isAnswered(answer) ? [{ ...answer, inherited: true }] : []
  })
}
