import { documentFacts, isDecided, moveOfVerdict } from '#domain/document/document.ts'
import type { Reason } from '#domain/messages.ts'
import { requestFacts, reviewOf } from '#domain/report-request/report-request.ts'
import type { DocumentStatus } from '#domain/states/document.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { ReviewedDocument } from '#domain/validation/validation.ts'
import {
  awaitsRenewal,
  documentationFacts,
  finishingMove,
  missingDocuments,
  reviewedDocuments,
} from '#domain/validation/validation.ts'

/** One document of a review, as CCI sees it; statuses and dates are as of today. */
export type DocumentInReview = {
  status: DocumentStatus | null
  downloaded: boolean
  hasExpiry: boolean
  isReport: boolean
  /** The verification of its documentation or request is not finished. */
  underReview: boolean
}

/** Whether a document waits for a decision. */
export function isUndecided(status: DocumentStatus | null): boolean {
  return documentMachine.is.undecided(status)
}

/** Whether CCI rejected the document, so that its reason is shown. */
export function isRejected(status: DocumentStatus | null): boolean {
  return documentMachine.is.rejected(status)
}

/** Whether a document needs another file because the current one is no longer usable. */
export function needsAnotherFile(status: DocumentStatus | null): boolean {
  return documentMachine.is.unusable(status)
}

/** The documents that the review of a documentation depends on. */
export function documentsUnderReview(
  documents: readonly {
    documentCatalogName: string
    required: boolean
    requested: boolean
    status: DocumentStatus | null
    expiredAt: string | null
  }[],
): ReviewedDocument[] {
  return reviewedDocuments(
    documents.map(({ documentCatalogName, required, requested, status, expiredAt }) => ({
      name: documentCatalogName,
      required,
      requested,
      status,
      expiresOn: expiredAt,
    })),
  )
}

/** The documents that a participant still owes: required, requested and without a file. */
export function owedDocuments(documents: Parameters<typeof documentsUnderReview>[0]): string[] {
  return missingDocuments(documentsUnderReview(documents))
}

/** Whether a document may be accepted now (DOC-03 to DOC-06). */
export function decideAcceptance(document: DocumentInReview, mover: Mover): Decision<DocumentStatus> {
  const move = moveOfVerdict('ACCEPTED', document.status)
  return decide(documentMachine, move, document.status, shownFacts(document), mover)
}

/** Whether a document may be rejected now, for a reason as typed (DOC-07). null: the reason is not given yet. */
export function decideRejection(
  document: DocumentInReview,
  reason: string | null,
  mover: Mover,
): Decision<DocumentStatus> {
  const facts = { ...shownFacts(document), rejectedReason: (reason ?? '').trim() }
  const except: Reason[] = reason === null ? ['noRejectionReason'] : []
  return decide(documentMachine, moveOfVerdict('REJECTED', document.status), document.status, facts, mover, { except })
}

/** The facts of a document on the screen, which sends the version that it shows. */
const shownFacts = (document: DocumentInReview) => documentFacts({ ...document, versionKnown: true })

/** Whether a decision may still be changed: until the verification is finished (D63). */
export function isReconsiderable(document: DocumentInReview, mover: Mover): boolean {
  return isDecided(document.status) && decideRejection(document, null, mover).ok
}

/**
 * Why a document cannot get this expiry, or null. While undecided it may get any or none, once accepted another one, as
 * long as its documentation is under review (DOC-15). The day itself is checked elsewhere.
 */
export function datingRefusal(document: Omit<DocumentInReview, 'downloaded'>, mover: Mover): Reason | null {
  if (isUndecided(document.status)) return null
  const decision = decide(documentMachine, 'correctExpiry', document.status, documentFacts(document), mover)
  return decision.ok ? null : decision.reason
}

/**
 * Whether CCI may finish a documentation, and the resulting status (D10, D35). Its data were checked when it was sent.
 */
export function decideFinish(
  status: DocumentationStatus | null,
  documents: readonly ReviewedDocument[],
  evaluator: { accreditedUntil: string | null } | null,
  mover: Mover,
): Decision<DocumentationStatus> {
  const facts = documentationFacts(documents, evaluator, true)
  return decide(documentationMachine, finishingMove(facts), status, facts, mover)
}

type Obstacle = 'undecided' | 'undated' | 'absent' | 'lapsed'

/**
 * Progress of a review: the number of documents that count, of decided ones, and the reasons that hold up the others.
 */
export type ReviewProgress = {
  decided: number
  total: number
  missing: { name: string; why: Obstacle }[]
}

/**
 * Counts decided documents and lists the others with their obstacle (VAL-09): undecided, accepted without an expiry,
 * required but absent, or lapsed (D10). Optional ones without a file do not count.
 */
export function reviewProgress(documents: readonly ReviewedDocument[]): ReviewProgress {
  const counted = documents.filter(document => document.required || document.status !== null)
  const missing = counted.flatMap((document): ReviewProgress['missing'] => {
    const why = obstacleOf(document)
    return why ? [{ name: document.name, why }] : []
  })
  return { decided: counted.length - missing.length, total: counted.length, missing }
}

function obstacleOf(document: ReviewedDocument): Obstacle | null {
  const { status, expiresOn } = document
  if (awaitsRenewal(document)) return 'lapsed'
  if (status === null) return 'absent'
  if (isUndecided(status)) return 'undecided'
  return documentMachine.is.inForce(status) && expiresOn === null ? 'undated' : null
}

/**
 * The document to open after a decision: the next undecided one, starting again from the top after the last; null when
 * all are decided.
 */
export function nextUndecided<D extends { status: DocumentStatus | null }>(
  documents: readonly D[],
  after: number,
): D | null {
  const order = [...documents.slice(after + 1), ...documents.slice(0, Math.max(0, after))]
  return order.find(document => isUndecided(document.status)) ?? null
}

/** Whether a verdict is the one that rejects a request: it leaves all of its documents decided, and one rejected (D11). */
export function rejectsRequest<D extends { status: DocumentStatus | null }>(
  documents: readonly D[],
  decided: D,
  verdict: 'ACCEPTED' | 'REJECTED',
): boolean {
  const { allDecided, anyRejected } = reviewOf(documents.map(each => (each === decided ? verdict : each.status)))
  return allDecided && anyRejected
}

/** Whether the score step may follow (SCO-04, SCO-05), independent of the score's values. */
export function decideScoring(
  status: ReportRequestStatus,
  documents: readonly (DocumentStatus | null)[],
  mover: Mover,
): Decision<ReportRequestStatus> {
  const facts = requestFacts(reviewOf(documents))
  return decide(reportRequestMachine, 'qualify', status, facts, mover, { except: ['scoreIncomplete'] })
}

/** Whether a published score may be corrected, checked before its new values and reason are known (D11). */
export function decideCorrection(status: ReportRequestStatus, mover: Mover): Decision<ReportRequestStatus> {
  return decideByStatus(reportRequestMachine, 'correct', status, mover)
}
