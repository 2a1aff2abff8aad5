import { machine } from '#domain/states/machine.ts'

/** DOC-02. LAPSED is an ACCEPTED document with an expiry in the past (D5). */
export type DocumentStatus = 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'LAPSED'

/** Conditions for a decision about the current version of a document. */
export type DocumentFacts = {
  /** CCI has downloaded this version, as recorded by the server (D40, DOC-04). */
  downloaded: boolean
  /** It has an expiry date (DOC-05). */
  hasExpiry: boolean
  /** It belongs to a report request, which needs no expiry (DOC-06). */
  isReport: boolean
  /** The trimmed reason that comes with a rejection (DOC-07). */
  rejectedReason: string
  /** The verification of its documentation or request is not finished. */
  underReview: boolean
  /** The caller states the version of the decision that it saw (optimistic lock, D63). */
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

/** D8. Each upload is a new version; the previous one moves to the history. */
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
    /** CCI's decision is its current status, so that CCI may still change it. */
    decided: ['ACCEPTED', 'REJECTED'],
    /** Its owner must upload another file. */
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
    // One action accepts. CCI can change a wrong decision until it finishes; only then is the owner notified.
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
    // CCI can correct a mistyped expiry until it finishes; afterwards banks rely on the date (DOC-15).
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
    // For a few seconds, by the person that rejected it, and with it the request (decision 027).
    undoRejection: {
      from: ['REJECTED'],
      to: 'PENDING',
      by: ['CCI'],
      event: 'document.rejection-undone',
      refusal: 'undoChanged',
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
