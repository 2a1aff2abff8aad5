import { machine } from '#domain/states/machine.ts'

/** DOC-02. LAPSED is an ACCEPTED one whose expiry has passed (D5). */
export type DocumentStatus = 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'LAPSED'

/** What a decision about one document's current version rests on. */
export type DocumentFacts = {
  /** CCI has read this very version, as the server itself saw (D40, DOC-04). */
  downloaded: boolean
  /** It has an expiry date (DOC-05). */
  hasExpiry: boolean
  /** It belongs to a report request, which needs no expiry (DOC-06). */
  isReport: boolean
  /** The trimmed reason that comes with a rejection (DOC-07). */
  rejectedReason: string
  /** The verification that it belongs to is not finished. */
  underReview: boolean
  /** The caller says which version of the decision it saw, so that it does not overwrite one it has not seen (D63). */
  versionKnown: boolean
}

const open = { reason: 'wrongState', holds: (document: DocumentFacts) => document.underReview } as const

const reviewed = {
  reason: 'documentDecided',
  holds: (document: DocumentFacts) => document.underReview,
} as const
const aware = { reason: 'documentDecided', holds: (document: DocumentFacts) => document.versionKnown } as const
const dated = {
  reason: 'noExpiry',
  holds: (document: DocumentFacts) => document.isReport || document.hasExpiry,
} as const
const explained = {
  reason: 'noRejectionReason',
  holds: (document: DocumentFacts) => document.rejectedReason !== '',
} as const
const downloaded = { reason: 'notDownloaded', holds: (document: DocumentFacts) => document.downloaded } as const

/** D8. A new upload is always a new version: the one before moves to the history. */
export const documentMachine = machine({
  name: 'document',
  states: ['PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED'],
  derived: ['LAPSED'],
  sets: {
    undecided: ['PENDING'],
    rejected: ['REJECTED'],
    /** Accepted by CCI and valid today. */
    inForce: ['ACCEPTED'],
    /** Accepted by CCI, whether or not it has lapsed since. */
    accepted: ['ACCEPTED', 'LAPSED'],
    lapsed: ['LAPSED'],
    /** CCI's verdict is what it reads as, so that CCI may still change it. */
    decided: ['ACCEPTED', 'REJECTED'],
    /** Its owner has to give another file. */
    unusable: ['REJECTED', 'LAPSED'],
  },
  moves: {
    upload: {
      from: [null, 'PENDING', 'REJECTED', 'ACCEPTED', 'LAPSED'],
      to: 'PENDING',
      by: ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'],
      event: 'document.uploaded',
    },
    accept: {
      from: ['PENDING'],
      to: 'ACCEPTED',
      by: ['CCI'],
      needs: [downloaded, dated, open],
      event: 'document.accepted',
      refusal: 'documentDecided',
    },
    reject: {
      from: ['PENDING'],
      to: 'REJECTED',
      by: ['CCI'],
      needs: [downloaded, explained, open],
      event: 'document.rejected',
      refusal: 'documentDecided',
    },
    // One key accepts: what CCI decided wrongly it changes until it has finished, when its owner is told.
    reverseRejection: {
      from: ['REJECTED'],
      to: 'ACCEPTED',
      by: ['CCI'],
      needs: [reviewed, aware, downloaded, dated],
      event: 'document.accepted',
      refusal: 'documentDecided',
    },
    reverseAcceptance: {
      from: ['ACCEPTED', 'REJECTED'],
      to: 'REJECTED',
      by: ['CCI'],
      needs: [reviewed, aware, downloaded, explained],
      event: 'document.rejected',
      refusal: 'documentDecided',
    },
    // What CCI typed wrong it puts right until it has finished, and not afterwards: banks rely on it from then on (DOC-15).
    correctExpiry: {
      from: ['ACCEPTED'],
      to: 'ACCEPTED',
      by: ['CCI'],
      needs: [
        { reason: 'documentDecided', holds: (document: DocumentFacts) => document.underReview && !document.isReport },
        { reason: 'noExpiry', holds: (document: DocumentFacts) => document.hasExpiry },
      ],
      event: 'document.dated',
      refusal: 'documentDecided',
    },
    lapse: { from: ['ACCEPTED'], to: 'LAPSED', by: ['TIME'], yearsAfterExpiry: 0, event: 'document.lapsed' },
    delete: {
      from: ['PENDING', 'REJECTED'],
      to: null,
      by: ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'],
      event: 'document.deleted',
      refusal: 'acceptedDocumentStays',
    },
  },
})
