import { machine } from '#domain/states/machine.ts'

/** INV-07. REJECTED: withdrawn by CCI. */
export type InvitationStatus = 'PENDING' | 'ACCEPTED' | 'REJECTED'

/**
 * D6: a withdrawn invitation can be sent again; resending a pending one renews its one-time password; ACCEPTED is
 * final.
 */
export const invitationMachine = machine({
  name: 'invitation',
  states: ['PENDING', 'ACCEPTED', 'REJECTED'],
  derived: [],
  sets: {
    pending: ['PENDING'],
    accepted: ['ACCEPTED'],
    withdrawn: ['REJECTED'],
    /** No other invitation may use its address (D6, ERR-03). */
    live: ['PENDING', 'ACCEPTED'],
  },
  moves: {
    invite: { from: [null], to: 'PENDING', by: ['CCI'], event: 'invitation.sent' },
    accept: { from: ['PENDING'], to: 'ACCEPTED', by: ['PROVIDER', 'AUDIT', 'ENTITY'], event: 'invitation.accepted' },
    withdraw: {
      from: ['PENDING'],
      to: 'REJECTED',
      by: ['CCI'],
      event: 'invitation.withdrawn',
      refusal: 'invitationEnded',
    },
    sendAgain: {
      from: ['REJECTED', 'PENDING'],
      to: 'PENDING',
      by: ['CCI'],
      event: 'invitation.sent-again',
      refusal: 'invitationEnded',
    },
  },
})
