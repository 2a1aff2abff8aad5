import { machine } from '#domain/states/machine.ts'

/** Status of a bank's request that CCI invite a provider (EASE-10). */
export type InvitationRequestStatus = 'ASKED' | 'INVITED' | 'DECLINED'

/** Conditions for its moves. */
export type InvitationRequestFacts = {
  /** No participant has the CIF. */
  isNew: boolean
  /** The bank has no other open request for the CIF. */
  noneOpen: boolean
  /** Why CCI declines it, for the banks that asked. */
  reason: string
}

export const invitationRequestMachine = machine({
  name: 'invitation-request',
  states: ['ASKED', 'INVITED', 'DECLINED'],
  derived: [],
  once: { per: ['entity', 'cif'], within: 'open' },
  sets: { open: ['ASKED'], invited: ['INVITED'], declined: ['DECLINED'], answered: ['INVITED', 'DECLINED'] },
  moves: {
    ask: {
      from: [null],
      to: 'ASKED',
      by: ['ENTITY'],
      needs: [
        { reason: 'alreadyHere', holds: ({ isNew }: InvitationRequestFacts) => isNew },
        { reason: 'askedForAlready', holds: ({ noneOpen }: InvitationRequestFacts) => noneOpen },
      ],
      event: 'invitation-request.asked',
    },
    // In the transaction of `invitation.sent`.
    invite: {
      from: ['ASKED'],
      to: 'INVITED',
      by: ['CCI'],
      event: 'invitation-request.invited',
      refusal: 'requestAnswered',
    },
    decline: {
      from: ['ASKED'],
      to: 'DECLINED',
      by: ['CCI'],
      needs: [{ reason: 'noDeclineReason', holds: ({ reason }: InvitationRequestFacts) => reason.trim() !== '' }],
      event: 'invitation-request.declined',
      refusal: 'requestAnswered',
    },
  },
})
