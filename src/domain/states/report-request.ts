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
}

const complete = { reason: 'requestIncomplete', holds: (facts: ReportRequestFacts) => facts.complete } as const
const accredited = {
  reason: 'evaluatorNotAccredited',
  holds: (facts: ReportRequestFacts) => facts.evaluatorAccredited,
} as const
const notItself = { reason: 'evaluatesItself', holds: (facts: ReportRequestFacts) => !facts.evaluatesItself } as const
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
    expired: ['EXPIRED'],
    /** It has a published score. */
    scored: ['QUALIFIED', 'LAPSED', 'EXPIRED'],
    /** It has a score that is valid, or lapsed at most a year ago. */
    recent: ['QUALIFIED', 'LAPSED'],
    /** No other request for the same provider, service and evaluator may exist (D11). */
    live: ['PENDING', 'REJECTED', 'QUALIFIED', 'LAPSED'],
  },
  moves: {
    send: {
      from: [null],
      to: 'PENDING',
      by: ['PROVIDER', 'CCI'],
      needs: [complete, accredited, notItself],
      event: 'request.sent',
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
      needs: [complete, accredited, notItself],
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
      needs: [complete, accredited, notItself],
      event: 'request.renewed',
      refusal: 'requestNotEditable',
    },
    // A new request replaces an expired one, which stays readable; a live one blocks it (D11).
    supersede: {
      from: ['EXPIRED'],
      to: 'EXPIRED',
      by: ['PROVIDER', 'CCI'],
      event: 'request.sent',
      refusal: 'requestExists',
    },
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
    correct: {
      from: ['QUALIFIED'],
      to: 'QUALIFIED',
      by: ['CCI'],
      needs: [
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
      event: 'request.deleted',
      refusal: 'requestNotDeletable',
    },
  },
})
