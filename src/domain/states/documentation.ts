import { machine } from '#domain/states/machine.ts'

/** Status of a DOC_MIN validation: null while a draft (D10). LAPSED: a required document has lapsed (D5). */
export type DocumentationStatus = 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'LAPSED'

/** Conditions for sending and finishing. */
export type DocumentationFacts = {
  dataComplete: boolean
  requiredFilesPresent: boolean
  /** No document is PENDING or lacks an expiry; a rejected one needs none (D10, VAL-09, VAL-15). */
  allDecided: boolean
  anyRejected: boolean
  /** A required document has lapsed and was not replaced: an accepted documentation would be LAPSED at once (D10). */
  anyLapsed: boolean
  /** An evaluator's accreditation date is set; always true for others (D35, VAL-16). */
  accreditationSet: boolean
}

const decided = { reason: 'notAllDecided', holds: (facts: DocumentationFacts) => facts.allDecided } as const

export const documentationMachine = machine({
  name: 'documentation',
  states: ['PENDING', 'ACCEPTED', 'REJECTED', 'LAPSED'],
  derived: ['LAPSED'],
  sets: {
    underReview: ['PENDING'],
    rejected: ['REJECTED'],
    /** Accepted by CCI and valid today. */
    inForce: ['ACCEPTED'],
    lapsed: ['LAPSED'],
  },
  moves: {
    send: {
      from: [null],
      to: 'PENDING',
      by: ['PROVIDER', 'AUDIT', 'ENTITY'],
      needs: [
        { reason: 'dataIncomplete', holds: (facts: DocumentationFacts) => facts.dataComplete },
        { reason: 'documentsMissing', holds: (facts: DocumentationFacts) => facts.requiredFilesPresent },
      ],
      event: 'documentation.sent',
      refusal: 'alreadySent',
    },
    uploadAgain: {
      from: ['PENDING', 'REJECTED', 'ACCEPTED', 'LAPSED'],
      to: 'PENDING',
      by: ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'],
      event: 'documentation.sent',
    },
    accept: {
      from: ['PENDING'],
      to: 'ACCEPTED',
      by: ['CCI'],
      needs: [
        decided,
        { reason: 'someRejected', holds: (facts: DocumentationFacts) => !facts.anyRejected },
        { reason: 'notAllDecided', holds: (facts: DocumentationFacts) => !facts.anyLapsed },
        { reason: 'noAccreditation', holds: (facts: DocumentationFacts) => facts.accreditationSet },
      ],
      event: 'documentation.accepted',
      refusal: 'documentationDecided',
    },
    reject: {
      from: ['PENDING'],
      to: 'REJECTED',
      by: ['CCI'],
      needs: [decided, { reason: 'noneRejected', holds: (facts: DocumentationFacts) => facts.anyRejected }],
      event: 'documentation.rejected',
      refusal: 'documentationDecided',
    },
    // For a few seconds, by the person that rejected it (decision 027).
    undoRejection: {
      from: ['REJECTED'],
      to: 'PENDING',
      by: ['CCI'],
      event: 'documentation.rejection-undone',
      refusal: 'undoChanged',
    },
    lapse: { from: ['ACCEPTED'], to: 'LAPSED', by: ['TIME'], yearsAfterExpiry: 0, event: 'documentation.lapsed' },
  },
})
