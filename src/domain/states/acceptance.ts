import { machine } from '#domain/states/machine.ts'

/** LEVEL-13. LAPSED is an ACTIVE acceptance whose day is in the past (D5). */
export type AcceptanceStatus = 'ACTIVE' | 'REVOKED' | 'OUTGROWN' | 'LAPSED'

/** Conditions for accepting the gap of a use. */
export type AcceptanceFacts = {
  /** There is a required level, and no rating in force reaches it. */
  isGap: boolean
  /** No acceptance of this use is in force. */
  isOpen: boolean
}

/** A bank's decision that a use may stay below its required level until a day. */
export const acceptanceMachine = machine({
  name: 'acceptance',
  states: ['ACTIVE', 'REVOKED', 'OUTGROWN', 'LAPSED'],
  derived: ['LAPSED'],
  once: { per: ['use'], within: 'inForce' },
  sets: {
    inForce: ['ACTIVE'],
    ended: ['REVOKED', 'OUTGROWN', 'LAPSED'],
  },
  moves: {
    accept: {
      from: [null],
      to: 'ACTIVE',
      by: ['ENTITY'],
      needs: [
        { reason: 'nothingToAccept', holds: ({ isGap }: AcceptanceFacts) => isGap },
        { reason: 'acceptedAlready', holds: ({ isOpen }: AcceptanceFacts) => isOpen },
      ],
      event: 'acceptance.made',
    },
    revoke: {
      from: ['ACTIVE'],
      to: 'REVOKED',
      by: ['ENTITY'],
      event: 'acceptance.revoked',
      refusal: 'acceptanceEnded',
    },
    // The rating fell below the accepted one, or the required level rose.
    outgrow: { from: ['ACTIVE'], to: 'OUTGROWN', by: ['CCI', 'ENTITY', 'TIME'], event: 'acceptance.outgrown' },
    // With the publication or correction that outgrew it (decision 027).
    undoOutgrow: { from: ['OUTGROWN'], to: 'ACTIVE', by: ['CCI'], event: 'acceptance.outgrowing-undone' },
    lapse: { from: ['ACTIVE'], to: 'LAPSED', by: ['TIME'], yearsAfterExpiry: 0, event: 'acceptance.lapsed' },
  },
})
