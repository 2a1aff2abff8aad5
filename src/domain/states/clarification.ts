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
}

/** A question of one party to the other about what is under review. It changes no status of that (ASK-05). */

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
    // With the decision that closed it, for a few seconds (decision 027).
    undoClosing: { from: ['CLOSED'], to: 'WAITING', by: ['CCI'], event: 'clarification.closing-undone' },
    undoClosingAnswered: { from: ['CLOSED'], to: 'ANSWERED', by: ['CCI'], event: 'clarification.closing-undone' },
  },
})
