import type { DocumentationStatus } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'

/** What a bank reads of a documentation; `updateInReview`: CCI reviews newer documents than those in force. */
export type ToldDocumentation = { status: DocumentationStatus | null; updateInReview: boolean }

/**
 * What a bank reads of a documentation: while it is under review, ACCEPTED as long as each required document has an
 * accepted version in force (RENEW-13), because that version is what banks read (D10).
 */
export function documentationTold(status: DocumentationStatus | null, allInForce: boolean): ToldDocumentation {
  return documentationMachine.is.underReview(status) && allInForce
    ? { status: 'ACCEPTED', updateInReview: true }
    : { status, updateInReview: false }
}
