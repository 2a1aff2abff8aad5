import { machine } from '#domain/states/machine.ts'

/** RELY-08, RELY-09. REVIEW_DUE is a SIGNED file past its review date, or whose grounds have changed (D5). */
export type RelianceStatus = 'DRAFT' | 'SIGNED' | 'REVIEW_DUE' | 'REPLACED'

/** Conditions for the moves of a reliance file. */
export type RelianceFacts = {
  /** The use has not ended, and its provider is in the portal. */
  useLive: boolean
  /** No draft stands for the use. */
  noDraft: boolean
  /** All conditions are answered, and there are a plan, a conclusion and a review date. */
  complete: boolean
  /** The conclusion fits the answers (RELY-05). */
  conclusionAllowed: boolean
}

/** The paper in which a bank says whether it leans on the reports of others about a service that it uses. */
export const relianceMachine = machine({
  name: 'reliance-file',
  states: ['DRAFT', 'SIGNED', 'REVIEW_DUE', 'REPLACED'],
  derived: ['REVIEW_DUE'],
  once: { per: ['use'], within: 'draft' },
  sets: {
    draft: ['DRAFT'],
    /** Signed, and no other file has taken its place. */
    standing: ['SIGNED', 'REVIEW_DUE'],
    due: ['REVIEW_DUE'],
    replaced: ['REPLACED'],
    /** Its content never changes. */
    sealed: ['SIGNED', 'REVIEW_DUE', 'REPLACED'],
  },
  moves: {
    begin: {
      from: [null],
      to: 'DRAFT',
      by: ['ENTITY'],
      needs: [
        { reason: 'relianceUseOver', holds: ({ useLive }: RelianceFacts) => useLive },
        { reason: 'relianceDraftExists', holds: ({ noDraft }: RelianceFacts) => noDraft },
      ],
      event: 'reliance.begun',
    },
    write: { from: ['DRAFT'], to: 'DRAFT', by: ['ENTITY'], event: 'reliance.written', refusal: 'relianceSigned' },
    sign: {
      from: ['DRAFT'],
      to: 'SIGNED',
      by: ['ENTITY'],
      needs: [
        { reason: 'relianceIncomplete', holds: ({ complete }: RelianceFacts) => complete },
        { reason: 'conclusionNotAllowed', holds: ({ conclusionAllowed }: RelianceFacts) => conclusionAllowed },
      ],
      event: 'reliance.signed',
      refusal: 'relianceSigned',
    },
    // After the review date, or by a cause of its own (RELY-09).
    fallDue: { from: ['SIGNED'], to: 'REVIEW_DUE', by: ['TIME'], yearsAfterExpiry: 0, event: 'reliance.due' },
    // By the signature of the next.
    replace: { from: ['SIGNED', 'REVIEW_DUE'], to: 'REPLACED', by: ['ENTITY'], event: 'reliance.replaced' },
    discard: { from: ['DRAFT'], to: null, by: ['ENTITY'], event: 'reliance.discarded', refusal: 'relianceSigned' },
  },
})
