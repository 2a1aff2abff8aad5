import { machine } from '#domain/states/machine.ts'

/** Status of a thread. */
export type ClarificationStatus = 'WAITING' | 'ANSWERED' | 'CLOSED'

/** Conditions for the moves of a thread. */
export type ClarificationFacts = {
  /** The request or documentation is under review. */
  underReview: boolean
  /** Another thread about it may be opened. */
  hasRoom: boolean
  isAsked: boolean
  isAsker: boolean
  isCentre: boolean
  /** The score of a request is published and in force. */
  published: boolean
  /** Within the days for an appeal. */
  inTime: boolean
  /** No appeal was made against this score before. */
  isFirst: boolean
  isAppeal: boolean
  /** Not one of those who published the score. */
  isOther: boolean
}

/** A question about what is under review, or an appeal against a score. It changes no status of that (ASK-05). */

export const clarificationMachine = machine({
  name: 'clarification',
  states: ['WAITING', 'ANSWERED', 'CLOSED'],
  derived: [],
  sets: {
    open: ['WAITING', 'ANSWERED'],
    waiting: ['WAITING'],
    answered: ['ANSWERED'],
    closed: ['CLOSED'],
  },
  moves: {
    ask: {
      from: [null],
      to: 'WAITING',
      by: ['CCI', 'AUDIT', 'PROVIDER'],
      needs: [
        { reason: 'notUnderReview', holds: ({ underReview }: ClarificationFacts) => underReview },
        { reason: 'tooManyQuestions', holds: ({ hasRoom }: ClarificationFacts) => hasRoom },
      ],
      event: 'clarification.asked',
    },
    answer: {
      from: ['WAITING'],
      to: 'ANSWERED',
      by: ['CCI', 'AUDIT', 'PROVIDER'],
      needs: [{ reason: 'notYourTurn', holds: ({ isAsked }: ClarificationFacts) => isAsked }],
      event: 'clarification.answered',
      refusal: 'clarificationClosed',
    },
    askMore: {
      from: ['ANSWERED'],
      to: 'WAITING',
      by: ['CCI', 'AUDIT', 'PROVIDER'],
      needs: [{ reason: 'notYourTurn', holds: ({ isAsker }: ClarificationFacts) => isAsker }],
      event: 'clarification.asked-more',
      refusal: 'clarificationClosed',
    },
    // By hand, or by CCI's decision about what it asks.
    close: {
      from: ['WAITING', 'ANSWERED'],
      to: 'CLOSED',
      by: ['CCI', 'AUDIT', 'PROVIDER'],
      needs: [{ reason: 'notYourMove', holds: ({ isAsker, isCentre }: ClarificationFacts) => isAsker || isCentre }],
      event: 'clarification.closed',
      refusal: 'clarificationClosed',
    },
    // The provider, once against each published score (SEAL-22). The rating stands meanwhile.
    appeal: {
      from: [null],
      to: 'WAITING',
      by: ['PROVIDER'],
      needs: [
        { reason: 'nothingToAppeal', holds: ({ published }: ClarificationFacts) => published },
        { reason: 'appealTwice', holds: ({ isFirst }: ClarificationFacts) => isFirst },
        { reason: 'appealTooLate', holds: ({ inTime }: ClarificationFacts) => inTime },
      ],
      event: 'appeal.made',
    },
    // Who did not publish the score (SEAL-23).
    decideAppeal: {
      from: ['WAITING', 'ANSWERED'],
      to: 'CLOSED',
      by: ['CCI'],
      needs: [
        { reason: 'nothingToAppeal', holds: ({ isAppeal }: ClarificationFacts) => isAppeal },
        { reason: 'sameReviewer', holds: ({ isOther }: ClarificationFacts) => isOther },
      ],
      event: 'appeal.decided',
      refusal: 'clarificationClosed',
    },
    // With the decision that closed it, for a few seconds (decision 027).
    undoClosing: { from: ['CLOSED'], to: 'WAITING', by: ['CCI'], event: 'clarification.closing-undone' },
    undoClosingAnswered: { from: ['CLOSED'], to: 'ANSWERED', by: ['CCI'], event: 'clarification.closing-undone' },
  },
})
