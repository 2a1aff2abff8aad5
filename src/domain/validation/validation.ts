import { texts } from '#domain/language/texts.ts'
import { notices } from '#domain/messages.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { DocumentationFacts, DocumentationStatus } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { statusOn } from '#domain/states/time.ts'
import type { Day } from '#domain/values/day.ts'

/** VAL-02. */
export const validationKinds = ['DOC_MIN', 'AUDIT_REPORT'] as const
export type ValidationKind = (typeof validationKinds)[number]

/** A document as input for the rules of its validation. `status` is as of today; null: no file was uploaded. */
export type ReviewedDocument = {
  name: string
  required: boolean
  status: DocumentStatus | null
  expiresOn: Day | null
}

/** A document of the list. `requested` is false for one that CCI removed from the catalogue. */
export type ListedDocument = ReviewedDocument & { requested: boolean }

/**
 * The documents that a review depends on. One that is no longer requested is no longer required, and counts only while
 * it waits for a decision (VAL-09): its rejection blocks nothing.
 */
export function reviewedDocuments(documents: readonly ListedDocument[]): ReviewedDocument[] {
  return documents
    .filter(document => document.requested || documentMachine.is.undecided(document.status))
    .map(document => ({ ...document, required: document.required && document.requested }))
}

/** Drafts have no status; only their participant sees them (D10). */
export function isDraft(status: string | null): boolean {
  return status === null
}

/** The move that a call makes on a documentation: its owner sends it, or CCI finishes it (API-46, D10). */
export function moveAskedFor(status: 'PENDING' | 'ACCEPTED'): 'send' | 'finish' {
  return documentationMachine.is.underReview(status) ? 'send' : 'finish'
}

/** Whether CCI is deciding about its documents now. */
export function isUnderReview(status: string | null): boolean {
  return documentationMachine.is.underReview(status) || reportRequestMachine.is.underReview(status)
}

/**
 * The note on a documentation or request that CCI has reviewed: only accepted or scored ones are 'validada' (DOC-21).
 */
export function reviewedNote(status: string | null): string {
  const isValid = documentationMachine.is.inForce(status) || reportRequestMachine.is.qualified(status)
  return isValid ? notices.alreadyValidated : notices.alreadyReviewed
}

/** Whether a deletion resolved all rejections, so that the documentation waits for CCI again (D10). */
export function rejectionsAnswered(
  status: DocumentationStatus | null,
  documents: readonly ReviewedDocument[],
): boolean {
  return (
    documentationMachine.is.rejected(status) &&
    missingDocuments(documents).length === 0 &&
    !documents.some(document => documentMachine.is.rejected(document.status))
  )
}

/** The last day of a documentation: the earliest expiry of its required accepted documents, or null. */
export function documentationExpiry(documents: readonly ReviewedDocument[]): Day | null {
  const days = documents.flatMap(document =>
    document.required && documentMachine.is.accepted(document.status) && document.expiresOn ? [document.expiresOn] : [],
  )
  return days.toSorted()[0] ?? null
}

/** Whether a requested document was accepted and has lapsed since: it waits for its next version (D5, D10). */
export function awaitsRenewal({ required, status }: Pick<ReviewedDocument, 'required' | 'status'>): boolean {
  return required && documentMachine.is.lapsed(status)
}

const undecided = (document: ReviewedDocument) =>
  documentMachine.is.undecided(document.status) ||
  (documentMachine.is.inForce(document.status) && document.expiresOn === null)

/** The facts of a documentation for its machine, from its documents. */
export function documentationFacts(
  documents: readonly ReviewedDocument[],
  evaluator: { accreditedUntil: Day | null } | null,
  dataComplete: boolean,
): DocumentationFacts {
  return {
    dataComplete,
    requiredFilesPresent: missingDocuments(documents).length === 0,
    allDecided: !documents.some(document => undecided(document) || (document.required && document.status === null)),
    anyRejected: documents.some(document => documentMachine.is.rejected(document.status)),
    anyLapsed: documents.some(awaitsRenewal),
    accreditationSet: evaluator === null || evaluator.accreditedUntil !== null,
  }
}

/** The finishing move for these facts (D10). */
export function finishingMove(facts: DocumentationFacts): 'accept' | 'reject' {
  return facts.anyRejected ? 'reject' : 'accept'
}

/** The required documents without a file (FORM-53). Names are needed only for sending during onboarding (FORM-54). */
export function missingDocuments(
  documents: readonly Pick<ReviewedDocument, 'name' | 'required' | 'status'>[],
  { onboarding = true, onlySaving = false } = {},
): string[] {
  if (!onboarding || onlySaving) return []
  return documents.filter(document => document.required && document.status === null).map(document => document.name)
}

/** Today's status of a documentation: LAPSED when it was ACCEPTED and a required document lapsed (D10). */
export function documentationStatusOf(
  stored: 'PENDING' | 'ACCEPTED' | 'REJECTED' | null,
  documents: readonly ReviewedDocument[],
): DocumentationStatus | null {
  return documentationMachine.is.inForce(stored) && documents.some(awaitsRenewal) ? 'LAPSED' : stored
}

/**
 * The status of a request on a day (VAL-13, VAL-14, D5, D11). Time changes only a stored QUALIFIED: LAPSED after the
 * expiry day of its score, EXPIRED when that is more than one full year ago.
 */
export function requestStatusOn(
  stored: 'PENDING' | 'REJECTED' | 'QUALIFIED',
  scoreExpiresOn: Day | null,
  today: Day,
): ReportRequestStatus {
  return statusOn(reportRequestMachine, stored, scoreExpiresOn, today)
}

/** Labels of the statuses of requests, documentations and incidents (VAL-03 to VAL-08), as the filter shows them. */
export const statusLabels = texts({
  QUALIFIED: 'Calificado',
  PENDING: 'Pendiente',
  REJECTED: 'Rechazada',
  LAPSED: 'Caducada',
  EXPIRED: 'Expirada',
  ACCEPTED: 'Aceptada',
  OPEN: 'Abierta',
  CLOSED: 'Cerrada',
})
export type StatusWord = keyof typeof statusLabels

/** Options of the status filter, in its order and wording (LIM-35). */
export const statusFilterOptions = (['QUALIFIED', 'PENDING', 'REJECTED', 'LAPSED', 'EXPIRED', 'ACCEPTED'] as const).map(
  value => ({
    value,
    get label() {
      return statusLabels[value]
    },
  }),
)

/** Whether a request's status is derived from the expiry of its score (D5). */
export const isDerived = (status: string | undefined) =>
  reportRequestMachine.derived.some(derived => derived === status)

/** Whether an option of the status filter applies to documentations and to no request: ACCEPTED (LIM-35). */
export function isWordOfDocumentation(status: string | undefined): boolean {
  return documentationMachine.is.inForce(status)
}
