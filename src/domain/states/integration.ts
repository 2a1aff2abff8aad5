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

export type WebhookStatus = 'ACTIVE' | 'DISABLED'

/** Conditions for registering a webhook. */
export type WebhookFacts = {
  /** The bank has fewer webhooks than it may have. */
  hasRoom: boolean
}

/** An address of a bank that hears what happens (HOOK-07, HOOK-11, HOOK-12). */
export const webhookMachine = machine({
  name: 'webhook',
  states: ['ACTIVE', 'DISABLED'],
  derived: [],
  sets: { listening: ['ACTIVE'] },
  moves: {
    register: {
      from: [null],
      to: 'ACTIVE',
      by: ['ENTITY'],
      needs: [{ reason: 'tooManyWebhooks', holds: ({ hasRoom }: WebhookFacts) => hasRoom }],
      event: 'webhook.registered',
    },
    // The last try of a delivery failed, or its receiver, which is its bank's, answered that it is gone.
    disable: { from: ['ACTIVE'], to: 'DISABLED', by: ['TIME', 'ENTITY'], event: 'webhook.disabled' },
    enable: { from: ['DISABLED'], to: 'ACTIVE', by: ['ENTITY'], event: 'webhook.enabled', refusal: 'webhookActive' },
    remove: { from: ['ACTIVE', 'DISABLED'], to: null, by: ['ENTITY'], event: 'webhook.removed' },
  },
})
