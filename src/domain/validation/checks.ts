import type { CheckCode, CheckOutcome } from '#domain/document/precheck/precheck.ts'
import { checkOutcomes, checksInOrder } from '#domain/document/precheck/precheck.ts'
import { checkLabels } from '#domain/document/precheck/sentences.ts'
import type { Declared } from '#domain/validation/paper.ts'
import { isOnPaper, paperOf } from '#domain/validation/paper.ts'

type Stored = { code: CheckCode; outcome: CheckOutcome; text: string; page: number | null }
/** A line about a document under review: what was compared, and the page on which it rests. */
export type ReviewCheck = { label: string; outcome: CheckOutcome; text: string; page: number | null }

/**
 * What is compared of a document, in one list, what to look at first: the checks of its file, and of what its participant
 * declared only what none of them compares. `text` is that of the PDF: '' for a scan, null for other files.
 */
export function reviewChecks(
  checks: readonly Stored[],
  declared: readonly Declared[],
  text: string | null,
): ReviewCheck[] {
  const paper = text ? paperOf(text) : null
  const codes = new Set(checks.map(({ code }) => code))
  const isCompared = ({ check }: Declared) => check !== null && codes.has(check)
  const stored = checksInOrder(checks).map(({ code, outcome, text: said, page }) => {
    const own = outcome === 'OK' ? [] : declared.filter(({ check }) => check === code).map(({ value }) => value)
    return { label: checkLabels[code], outcome, text: withDeclared(said, own), page }
  })
  const others = declared
    .filter(each => !isCompared(each))
    .map(({ label, value, parts }): ReviewCheck => {
      if (!paper) return { label, outcome: 'UNKNOWN', text: withDeclared('', [value]), page: null }
      const found = isOnPaper({ parts }, paper)
      return {
        label,
        outcome: found ? 'OK' : 'LOOK',
        text: found ? `Figura «${value}».` : `No figura «${value}».`,
        page: null,
      }
    })
  return [...stored, ...others].toSorted((a, b) => checkOutcomes.indexOf(a.outcome) - checkOutcomes.indexOf(b.outcome))
}

/** What the participant declared, for who compares it by eye. */
const withDeclared = (text: string, values: readonly string[]) =>
  values.length === 0 ? text : `${text} Declarado: «${values.join('», «')}».`.trim()

/** '3 de 4 en orden'. */
export const checksVerdict = (checks: readonly Pick<ReviewCheck, 'outcome'>[]): string =>
  `${checks.filter(({ outcome }) => outcome === 'OK').length} de ${checks.length} en orden`
