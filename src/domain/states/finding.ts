import { machine } from '#domain/states/machine.ts'

/** Status of a finding. OVERDUE is a PLANNED finding whose day is in the past (D5). */
export type FindingStatus = 'OPEN' | 'PLANNED' | 'OVERDUE' | 'DONE' | 'VERIFIED' | 'WITHDRAWN'

/** Conditions for the moves of a finding. */
export type FindingFacts = {
  /** The request is under review or has a rating in force. */
  requestOpen: boolean
  /** The plan has a day that is later than the one before. */
  postponed: boolean
  /** A text or a file shows that the measure was taken. */
  proven: boolean
  reason: string
}

const reasonGiven = { reason: 'findingReasonMissing', holds: (facts: FindingFacts) => facts.reason !== '' } as const

export const findingMachine = machine({
  name: 'finding',
  states: ['OPEN', 'PLANNED', 'OVERDUE', 'DONE', 'VERIFIED', 'WITHDRAWN'],
  derived: ['OVERDUE'],
  once: { per: ['provider', 'service', 'control'], within: 'open' },
  sets: {
    /** Something is left to do. */
    open: ['OPEN', 'PLANNED', 'OVERDUE', 'DONE'],
    unplanned: ['OPEN'],
    /** Stored, with a day that may pass. */
    planned: ['PLANNED'],
    overdue: ['OVERDUE'],
    done: ['DONE'],
    /** The provider has a plan to carry out. */
    underWay: ['PLANNED', 'OVERDUE'],
    /** The provider may write its measure. */
    plannable: ['OPEN', 'PLANNED', 'OVERDUE'],
    verified: ['VERIFIED'],
    ended: ['VERIFIED', 'WITHDRAWN'],
  },
  moves: {
    raise: {
      from: [null],
      to: 'OPEN',
      by: ['CCI', 'AUDIT'],
      needs: [{ reason: 'requestNotOpen', holds: (facts: FindingFacts) => facts.requestOpen }],
      event: 'finding.raised',
    },
    plan: {
      from: ['OPEN', 'PLANNED', 'OVERDUE'],
      to: 'PLANNED',
      by: ['PROVIDER'],
      needs: [
        { reason: 'findingReasonMissing', holds: (facts: FindingFacts) => !facts.postponed || facts.reason !== '' },
      ],
      event: 'finding.planned',
      refusal: 'findingClosed',
    },
    complete: {
      from: ['PLANNED', 'OVERDUE'],
      to: 'DONE',
      by: ['PROVIDER'],
      needs: [{ reason: 'proofMissing', holds: (facts: FindingFacts) => facts.proven }],
      event: 'finding.done',
      refusal: 'findingNotPlanned',
    },
    verify: {
      from: ['DONE'],
      to: 'VERIFIED',
      by: ['AUDIT', 'CCI'],
      event: 'finding.verified',
      refusal: 'findingNotDone',
    },
    sendBack: {
      from: ['DONE'],
      to: 'PLANNED',
      by: ['AUDIT', 'CCI'],
      needs: [reasonGiven],
      event: 'finding.sent-back',
      refusal: 'findingNotDone',
    },
    // In the transaction that publishes an evaluation in which its control is met.
    resolve: {
      from: ['OPEN', 'PLANNED', 'OVERDUE', 'DONE'],
      to: 'VERIFIED',
      by: ['CCI'],
      event: 'finding.resolved',
    },
    withdraw: {
      from: ['OPEN', 'PLANNED', 'OVERDUE', 'DONE'],
      to: 'WITHDRAWN',
      by: ['CCI', 'AUDIT'],
      needs: [reasonGiven],
      event: 'finding.withdrawn',
      refusal: 'findingClosed',
    },
    // With the publication that raised or resolved it, for a few seconds (decision 027).
    undoRaising: {
      from: ['OPEN', 'PLANNED', 'OVERDUE', 'DONE'],
      to: null,
      by: ['CCI'],
      event: 'finding.raising-undone',
    },
    undoResolution: { from: ['VERIFIED'], to: 'OPEN', by: ['CCI'], event: 'finding.resolution-undone' },
    undoResolutionPlanned: { from: ['VERIFIED'], to: 'PLANNED', by: ['CCI'], event: 'finding.resolution-undone' },
    undoResolutionDone: { from: ['VERIFIED'], to: 'DONE', by: ['CCI'], event: 'finding.resolution-undone' },
    fallBehind: { from: ['PLANNED'], to: 'OVERDUE', by: ['TIME'], yearsAfterExpiry: 0, event: 'finding.overdue' },
  },
})
