import { machine } from '#domain/states/machine.ts'

/** HOOK-04. LAPSED is an ACTIVE key whose last day is in the past (D5). */
export type ApiKeyStatus = 'ACTIVE' | 'REVOKED' | 'LAPSED'

/** Conditions for making a key. */
export type ApiKeyFacts = {
  /** The bank has fewer keys in force than it may have. */
  hasRoom: boolean
}

/** A key with which a bank's own systems call the API. */
export const apiKeyMachine = machine({
  name: 'api-key',
  states: ['ACTIVE', 'REVOKED', 'LAPSED'],
  derived: ['LAPSED'],
  sets: { inForce: ['ACTIVE'] },
  moves: {
    make: {
      from: [null],
      to: 'ACTIVE',
      by: ['ENTITY'],
      needs: [{ reason: 'tooManyKeys', holds: ({ hasRoom }: ApiKeyFacts) => hasRoom }],
      event: 'api-key.made',
    },
    revoke: { from: ['ACTIVE'], to: 'REVOKED', by: ['ENTITY'], event: 'api-key.revoked', refusal: 'keyEndedAlready' },
    lapse: { from: ['ACTIVE'], to: 'LAPSED', by: ['TIME'], yearsAfterExpiry: 0, event: 'api-key.lapsed' },
  },
})
