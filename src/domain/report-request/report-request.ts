import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { REPORT_DOCUMENT, SPREADSHEET_DOCUMENT } from '#domain/document/document.ts'
import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { ReportRequestFacts, ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { companyOf } from '#domain/values/company/cif.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { characterCount, isBlank } from '#domain/values/text.ts'

/** How many services one form sends the same report for (EASE-05). */
export const MAX_SERVICES = 20

/** REP-05. */
export const requestTypes = ['NEW', 'UPDATE', 'RENEWAL'] as const
export type RequestType = (typeof requestTypes)[number]

export const requestTypeLabels: Record<RequestType, string> = texts({
  NEW: 'Solicitud nueva',
  UPDATE: 'Corrección',
  RENEWAL: 'Renovación',
})

/** LIM-22, in characters. */
export const CONCEPT_MAX = 200

/** The type of an edited request: RENEWAL when it was LAPSED, else UPDATE (REP-10, REP-11). A new one is NEW (REP-09). */
export function requestTypeOf(status: string | null): RequestType {
  if (status === null) return 'NEW'
  return reportRequestMachine.is.lapsed(status) ? 'RENEWAL' : 'UPDATE'
}

/** Whether an evaluator would assess its own company: provider and evaluator have the same CIF, in any spelling. */
export function evaluatesItself(provider: { cif: string }, evaluator: { cif: string }): boolean {
  return provider.cif !== '' && companyOf(provider.cif) === companyOf(evaluator.cif)
}

/** The machine's action for an edit in a given status (REP-10, REP-11). */
export function editMoveOf(status: ReportRequestStatus): 'edit' | 'renew' {
  return requestTypeOf(status) === 'RENEWAL' ? 'renew' : 'edit'
}

/**
 * The machine's action for an edit, partial while an original that must be replaced is kept: `outcome` is the status
 * after the edit.
 */
export function moveOfEdit(status: ReportRequestStatus, outcome: ReturnType<typeof statusAfterUpdate>) {
  const move = editMoveOf(status)
  return reportRequestMachine.is.underReview(outcome) ? move : (`${move}InPart` as const)
}

/** An original document of a request that is being edited. */
export type OriginalDocument = {
  status: DocumentStatus
  replaced: boolean
  deleted: boolean
}

/**
 * The status after an audit-report update (VAL-10, VAL-11): PENDING, or REJECTED or LAPSED while an original document
 * had that status and was neither replaced nor deleted.
 */
export function statusAfterUpdate(originals: readonly OriginalDocument[]): 'PENDING' | 'REJECTED' | 'LAPSED' {
  const standing = originals.filter(original => !original.replaced && !original.deleted)
  if (standing.some(original => documentMachine.is.rejected(original.status))) return 'REJECTED'
  if (standing.some(original => documentMachine.is.lapsed(original.status))) return 'LAPSED'
  return 'PENDING'
}

/** Whether a request has all its fields and both documents (FORM-52). */
export function isRequestComplete(request: {
  idServiceCatalog?: string | null
  idAudit?: string | null
  concept: string
  documents: number
}): boolean {
  const concept = request.concept.trim()
  return (
    Boolean(request.idServiceCatalog) &&
    Boolean(request.idAudit) &&
    concept !== '' &&
    characterCount(concept) <= CONCEPT_MAX &&
    request.documents === 2
  )
}

/** The file parts of the multipart calls, with the document of each. */
export const requestFiles = { report: REPORT_DOCUMENT, spreadsheet: SPREADSHEET_DOCUMENT } as const

/**
 * Errors for the missing fields of a request, by field of the call (FORM-52). `has` says which of the two files it
 * would have.
 */
export function requestErrors(request: {
  idServiceCatalog?: string | null
  idAudit?: string | null
  concept: string
  has: { report: boolean; spreadsheet: boolean }
}): FieldErrors {
  const errors: FieldErrors = {}
  if (!request.idServiceCatalog) errors.idServiceCatalog = MESSAGES.notnull
  if (!request.idAudit) errors.idAudit = MESSAGES.notnull
  if (isBlank(request.concept)) errors.concept = MESSAGES.notnull
  if (!request.has.report) errors.report = t('Adjunte un archivo')
  if (!request.has.spreadsheet) errors.spreadsheet = t('Adjunte un archivo')
  return errors
}

/**
 * Status of an original document for an edit, from its status of today: in a RENEWAL an accepted one counts as LAPSED
 * until replaced (D11).
 */
export function originalStatus(type: RequestType, today: DocumentStatus): OriginalDocument['status'] {
  return type === 'RENEWAL' && documentMachine.is.inForce(today) ? 'LAPSED' : today
}

/** Summary of CCI's decisions about the two documents on a day (SCO-05, D11). `null`: there is no file. */
export function reviewOf(statuses: readonly (DocumentStatus | null)[]): {
  allAccepted: boolean
  anyRejected: boolean
  anyLapsed: boolean
  allDecided: boolean
} {
  return {
    allAccepted: statuses.length > 0 && statuses.every(documentMachine.is.accepted),
    anyRejected: statuses.some(documentMachine.is.rejected),
    anyLapsed: statuses.some(documentMachine.is.lapsed),
    allDecided: statuses.every(status => status !== null && !documentMachine.is.undecided(status)),
  }
}

/** The facts of one move; facts that are not given count as unmet. */
export function requestFacts(known: Partial<ReportRequestFacts>): ReportRequestFacts {
  return {
    complete: false,
    evaluatorAccredited: false,
    evaluatesItself: false,
    allAccepted: false,
    anyRejected: false,
    anyLapsed: false,
    evaluatorDeleted: false,
    scoreComplete: false,
    correctionReason: '',
    publishedInForce: false,
    renewalOpen: false,
    superseded: false,
    withinRenewalWindow: false,
    ...known,
  }
}
