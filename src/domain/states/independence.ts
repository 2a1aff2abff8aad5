import { machine } from '#domain/states/machine.ts'

/** Status of an evaluator's declaration of independence. Only one with a possible conflict needs CCI's decision. */
export type IndependenceStatus = 'DECLARED' | 'CONFLICT' | 'ADMITTED' | 'REFUSED'

/** Conditions for the moves of a declaration. */
export type IndependenceFacts = {
  /** The score of this round of the request is not published yet. */
  scoreOpen: boolean
}

const scoreOpen = { reason: 'declarationClosed', holds: (facts: IndependenceFacts) => facts.scoreOpen } as const

export const independenceMachine = machine({
  name: 'independence',
  states: ['DECLARED', 'CONFLICT', 'ADMITTED', 'REFUSED'],
  derived: [],
  once: { per: ['request'], within: 'any' },
  sets: {
    any: ['DECLARED', 'CONFLICT', 'ADMITTED', 'REFUSED'],
    /** An answer was yes. */
    conflicted: ['CONFLICT', 'ADMITTED', 'REFUSED'],
    undecided: ['CONFLICT'],
    admitted: ['ADMITTED'],
    refused: ['REFUSED'],
  },
  moves: {
    // Every answer is no.
    declare: {
      from: [null, 'DECLARED'],
      to: 'DECLARED',
      by: ['AUDIT'],
      needs: [scoreOpen],
      event: 'independence.declared',
      refusal: 'declarationDecided',
    },
    // An answer is yes.
    declareConflict: {
      from: [null, 'DECLARED', 'CONFLICT'],
      to: 'CONFLICT',
      by: ['AUDIT'],
      needs: [scoreOpen],
      event: 'independence.conflict-declared',
      refusal: 'declarationDecided',
    },
    // Declared again, now with every answer no.
    clear: {
      from: ['CONFLICT'],
      to: 'DECLARED',
      by: ['AUDIT'],
      needs: [scoreOpen],
      event: 'independence.cleared',
      refusal: 'declarationDecided',
    },
    admit: {
      from: ['CONFLICT'],
      to: 'ADMITTED',
      by: ['CCI'],
      needs: [scoreOpen],
      event: 'independence.admitted',
      refusal: 'noConflictToDecide',
    },
    refuse: {
      from: ['CONFLICT'],
      to: 'REFUSED',
      by: ['CCI'],
      needs: [scoreOpen],
      event: 'independence.refused',
      refusal: 'noConflictToDecide',
    },
  },
})
