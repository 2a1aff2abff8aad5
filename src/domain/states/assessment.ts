import { machine } from '#domain/states/machine.ts'

/** Status of an evaluation. At most one of a request is open (DRAFT or CONFIRMED). */
export type AssessmentStatus = 'DRAFT' | 'CONFIRMED' | 'PUBLISHED'

/** Conditions for the moves of an evaluation. */
export type AssessmentFacts = {
  frameworkPublished: boolean
  /** The request is PENDING or QUALIFIED. */
  requestOpen: boolean
  /** The request has no other open evaluation. */
  noneOpen: boolean
  /** The header has everything, and every control asked is answered and reviewed. */
  complete: boolean
}

export const assessmentMachine = machine({
  name: 'assessment',
  states: ['DRAFT', 'CONFIRMED', 'PUBLISHED'],
  derived: [],
  once: { per: ['request'], within: 'open' },
  sets: {
    draft: ['DRAFT'],
    confirmed: ['CONFIRMED'],
    published: ['PUBLISHED'],
    open: ['DRAFT', 'CONFIRMED'],
    /** What the provider reads. */
    shownToProvider: ['CONFIRMED', 'PUBLISHED'],
  },
  moves: {
    begin: {
      from: [null],
      to: 'DRAFT',
      by: ['AUDIT'],
      needs: [
        { reason: 'frameworkMissing', holds: (facts: AssessmentFacts) => facts.frameworkPublished },
        { reason: 'requestNotAssessable', holds: (facts: AssessmentFacts) => facts.requestOpen },
        { reason: 'assessmentExists', holds: (facts: AssessmentFacts) => facts.noneOpen },
      ],
      event: 'assessment.begun',
    },
    // The spreadsheet of the request is a filled template (DICT-10).
    read: { from: [null], to: 'DRAFT', by: ['PROVIDER', 'CCI'], event: 'assessment.read' },
    fill: { from: ['DRAFT'], to: 'DRAFT', by: ['AUDIT'], event: 'assessment.filled', refusal: 'assessmentClosed' },
    confirm: {
      from: ['DRAFT'],
      to: 'CONFIRMED',
      by: ['AUDIT'],
      needs: [{ reason: 'assessmentIncomplete', holds: (facts: AssessmentFacts) => facts.complete }],
      event: 'assessment.confirmed',
      refusal: 'assessmentClosed',
    },
    takeBack: { from: ['CONFIRMED'], to: 'DRAFT', by: ['AUDIT'], event: 'assessment.taken-back' },
    // A file of the request was replaced (DICT-17).
    reopen: { from: ['CONFIRMED'], to: 'DRAFT', by: ['PROVIDER', 'CCI'], event: 'assessment.reopened' },
    // In the transaction that publishes or corrects the score.
    publish: {
      from: ['CONFIRMED'],
      to: 'PUBLISHED',
      by: ['CCI'],
      event: 'assessment.published',
      refusal: 'assessmentNotConfirmed',
    },
    // With the publication that it stood behind, for a few seconds (decision 027).
    undoPublication: { from: ['PUBLISHED'], to: 'CONFIRMED', by: ['CCI'], event: 'assessment.publication-undone' },
    discard: { from: ['DRAFT'], to: null, by: ['AUDIT'], event: 'assessment.discarded', refusal: 'assessmentClosed' },
  },
})
