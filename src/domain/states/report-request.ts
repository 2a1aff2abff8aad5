import type { Reason } from '#domain/messages.ts'
import { machine } from '#domain/states/machine.ts'

/** Status of an AUDIT_REPORT validation. LAPSED and EXPIRED are derived from QUALIFIED by date (D5, D11). */
export type ReportRequestStatus = 'PENDING' | 'REJECTED' | 'QUALIFIED' | 'LAPSED' | 'EXPIRED'

/** Conditions for the moves of a request. */
export type ReportRequestFacts = {
  /** Service, evaluator, concept and both documents are there (FORM-52). */
  complete: boolean
  /** The evaluator's accreditation is valid today (D49). */
  evaluatorAccredited: boolean
  /** Provider and evaluator are one company by their CIFs, which may have been corrected since the request was sent. */
  evaluatesItself: boolean
  /** No document is rejected or undecided (SCO-05). */
  allAccepted: boolean
  anyRejected: boolean
  /** An accepted document has lapsed: banks could not read it. */
  anyLapsed: boolean
  /** The evaluator was deleted, so there is no name to publish (D44). */
  evaluatorDeleted: boolean
  /** Expiry, rating and dictamen are present (FORM-56). */
  scoreComplete: boolean
  /** Reason for the correction of a published score (D11). */
  correctionReason: string
  /** The request that a new renewal names is published and its score valid. */
  publishedInForce: boolean
  /** Its early renewal is open: PENDING or REJECTED. */
  renewalOpen: boolean
  /** An early renewal has taken its place. */
  superseded: boolean
  /** Its expiry is near enough for an early renewal (RENEW-01). */
  withinRenewalWindow: boolean
}

const complete = { reason: 'requestIncomplete', holds: (facts: ReportRequestFacts) => facts.complete } as const
const accredited = {
  reason: 'evaluatorNotAccredited',
  holds: (facts: ReportRequestFacts) => facts.evaluatorAccredited,
} as const
const notItself = { reason: 'evaluatesItself', holds: (facts: ReportRequestFacts) => !facts.evaluatesItself } as const
const noOpenRenewal = { reason: 'renewalExists', holds: (facts: ReportRequestFacts) => !facts.renewalOpen } as const
const stands = (reason: Reason) => ({ reason, holds: (facts: ReportRequestFacts) => !facts.superseded }) as const
const scoreComplete = { reason: 'scoreIncomplete', holds: (facts: ReportRequestFacts) => facts.scoreComplete } as const

export const reportRequestMachine = machine({
  name: 'report-request',
  states: ['PENDING', 'REJECTED', 'QUALIFIED', 'LAPSED', 'EXPIRED'],
  derived: ['LAPSED', 'EXPIRED'],
  once: { per: ['provider', 'service', 'evaluator'], within: 'live' },
  sets: {
    underReview: ['PENDING'],
    rejected: ['REJECTED'],
    qualified: ['QUALIFIED'],
    lapsed: ['LAPSED'],
    /** Its evaluator may begin an evaluation (DICT-05). */
    assessable: ['PENDING', 'QUALIFIED'],
    expired: ['EXPIRED'],
    /** It has a published score. */
    scored: ['QUALIFIED', 'LAPSED', 'EXPIRED'],
    /** It has a score that is valid, or lapsed at most a year ago. */
    recent: ['QUALIFIED', 'LAPSED'],
    /** No other request for the same provider, service and evaluator may exist (D11). */
    live: ['PENDING', 'REJECTED', 'QUALIFIED', 'LAPSED'],
    /** An early renewal that has not taken the place of the published request yet. */
    openRenewal: ['PENDING', 'REJECTED'],
  },
  moves: {
    send: {
      from: [null],
      to: 'PENDING',
      by: ['PROVIDER', 'CCI'],
      needs: [complete, accredited, notItself],
      event: 'request.sent',
    },
    // A request of its own, which takes the place of the published one when it is QUALIFIED.
    sendRenewal: {
      from: [null],
      to: 'PENDING',
      by: ['PROVIDER', 'CCI'],
      needs: [
        { reason: 'requestNotEditable', holds: (facts: ReportRequestFacts) => facts.publishedInForce },
        noOpenRenewal,
        { reason: 'renewalTooEarly', holds: (facts: ReportRequestFacts) => facts.withinRenewalWindow },
        complete,
        accredited,
        notItself,
      ],
      event: 'request.renewal-sent',
    },
    edit: {
      from: ['REJECTED'],
      to: 'PENDING',
      by: ['PROVIDER', 'CCI'],
      needs: [complete, accredited, notItself],
      event: 'request.edited',
      refusal: 'requestNotEditable',
    },
    renew: {
      from: ['LAPSED'],
      to: 'PENDING',
      by: ['PROVIDER', 'CCI'],
      needs: [stands('requestNotRenewable'), noOpenRenewal, complete, accredited, notItself],
      event: 'request.renewed',
      refusal: 'requestNotRenewable',
    },
    // While a rejected or lapsed original is kept, the edit is stored but CCI is not notified (VAL-10, VAL-11).
    editInPart: {
      from: ['REJECTED'],
      to: 'REJECTED',
      by: ['PROVIDER', 'CCI'],
      needs: [complete, accredited, notItself],
      event: 'request.edited',
      refusal: 'requestNotEditable',
    },
    renewInPart: {
      from: ['LAPSED'],
      to: 'LAPSED',
      by: ['PROVIDER', 'CCI'],
      needs: [stands('requestNotEditable'), noOpenRenewal, complete, accredited, notItself],
      event: 'request.renewed',
      refusal: 'requestNotEditable',
    },
    // A new request replaces an expired one, which stays readable; a live one blocks it (D11).
    supersede: {
      from: ['EXPIRED'],
      to: 'EXPIRED',
      by: ['PROVIDER', 'CCI'],
      needs: [noOpenRenewal],
      event: 'request.sent',
      refusal: 'requestExists',
    },
    // The published request gives way to its renewal in the transaction that qualifies it.
    supersedeQualified: { from: ['QUALIFIED'], to: 'QUALIFIED', by: ['CCI'], event: 'request.superseded' },
    supersedeLapsed: { from: ['LAPSED'], to: 'LAPSED', by: ['CCI'], event: 'request.superseded' },
    supersedeExpired: { from: ['EXPIRED'], to: 'EXPIRED', by: ['CCI'], event: 'request.superseded' },
    reject: {
      from: ['PENDING'],
      to: 'REJECTED',
      by: ['CCI'],
      needs: [{ reason: 'noneRejected', holds: (facts: ReportRequestFacts) => facts.anyRejected }],
      event: 'request.rejected',
    },
    qualify: {
      from: ['PENDING'],
      to: 'QUALIFIED',
      by: ['CCI'],
      needs: [
        { reason: 'documentsNotAccepted', holds: (facts: ReportRequestFacts) => facts.allAccepted },
        { reason: 'reportLapsed', holds: (facts: ReportRequestFacts) => !facts.anyLapsed },
        { reason: 'evaluatorDeleted', holds: (facts: ReportRequestFacts) => !facts.evaluatorDeleted },
        notItself,
        scoreComplete,
      ],
      event: 'request.qualified',
      refusal: 'documentsNotAccepted',
    },
    // For a few seconds, by the person that decided (decision 027).
    undoRejection: {
      from: ['REJECTED'],
      to: 'PENDING',
      by: ['CCI'],
      event: 'request.rejection-undone',
      refusal: 'undoChanged',
    },
    undoQualification: {
      from: ['QUALIFIED'],
      to: 'PENDING',
      by: ['CCI'],
      event: 'request.qualification-undone',
      refusal: 'undoChanged',
    },
    correct: {
      from: ['QUALIFIED'],
      to: 'QUALIFIED',
      by: ['CCI'],
      needs: [
        stands('wrongState'),
        scoreComplete,
        { reason: 'noCorrectionReason', holds: (facts: ReportRequestFacts) => facts.correctionReason !== '' },
      ],
      event: 'score.corrected',
    },
    lapse: { from: ['QUALIFIED'], to: 'LAPSED', by: ['TIME'], yearsAfterExpiry: 0, event: 'score.lapsed' },
    expire: { from: ['LAPSED'], to: 'EXPIRED', by: ['TIME'], yearsAfterExpiry: 1, event: 'score.expired' },
    delete: {
      from: ['PENDING', 'REJECTED', 'EXPIRED'],
      to: null,
      by: ['PROVIDER', 'CCI'],
      needs: [stands('requestNotDeletable'), noOpenRenewal],
      event: 'request.deleted',
      refusal: 'requestNotDeletable',
    },
  },
})
