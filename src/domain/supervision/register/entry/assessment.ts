import { fieldText } from '#domain/record/words.ts'
import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import type { LineFacts } from '#domain/supervision/register/facts.ts'
import { compareSpanish } from '#domain/values/collate.ts'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/**
 * What a bank says of a service that supports a critical function. It belongs to the pair of contract and ICT type, whatever
 * functions the pair supports (REG-06, decision 055).
 */
export const assessmentNames = [
  'substitutability',
  'noSubstituteReason',
  'ownAuditOn',
  'exitPlan',
  'reintegration',
  'impact',
  'alternatives',
  'alternativeNames',
] as const
export type AssessmentName = (typeof assessmentNames)[number]
export type Assessment = Pick<LineFacts, AssessmentName>

export const isGiven = (value: Assessment[AssessmentName]): boolean => value !== null && value !== ''

/**
 * The one assessment of the lines of a pair: of each value what a line gives, and the names of those that lines give
 * differently, which the bank has to choose. Of these it has the first.
 */
export function assessmentOf<Line extends Assessment>(
  lines: readonly Line[],
): { values: Assessment; differing: AssessmentName[] } {
  const given = (name: AssessmentName) => [...new Set(lines.map(line => line[name]).filter(isGiven))]
  const values = assessmentNames.map(name => [name, given(name)[0] ?? lines[0]![name]])
  return {
    values: Object.fromEntries(values) as Assessment,
    differing: assessmentNames.filter(name => given(name).length > 1),
  }
}

type Paired = { arrangementId: string; isCritical: boolean; ictType: string | null }

/** The pair of contract and ICT type whose assessment a line shares; null where it needs none. */
export const assessedPair = ({ arrangementId, isCritical, ictType }: Paired): string | null =>
  isCritical && ictType !== null ? `${arrangementId} ${ictType}` : null

/** What lines say of one value: '«Fácil» (F1) y «Muy compleja» (F2, F3)'. */
export function differingText(name: AssessmentName, lines: readonly (Assessment & { functionCode: string })[]): string {
  const said = Map.groupBy(
    lines.filter(line => isGiven(line[name])),
    line => line[name],
  )
  const parts = [...said].map(([value, of]) => {
    const codes = [...new Set(of.map(({ functionCode }) => functionCode))].toSorted(compareSpanish).join(', ')
    return `«${fieldText(lineFields[name], value)}» (${codes})`
  })
  return list.format(parts.toSorted(compareSpanish))
}
