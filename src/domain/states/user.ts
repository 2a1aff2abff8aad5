import { machine } from '#domain/states/machine.ts'

/** USR-07. */
export type UserStatus = 'PENDING' | 'ACCEPTED'

/**
 * An invited user becomes ACCEPTED when CCI accepts its participant's documentation (USR-11). A user without an
 * invitation becomes ACCEPTED when it changes its one-time password (D15), and so does an invited user if CCI has
 * already accepted the documentation.
 */
export const userMachine = machine({
  name: 'user',
  states: ['PENDING', 'ACCEPTED'],
  derived: [],
  sets: { accepted: ['ACCEPTED'] },
  moves: {
    create: { from: [null], to: 'PENDING', by: ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'], event: 'user.created' },
    changeFirstPassword: {
      from: ['PENDING'],
      to: 'ACCEPTED',
      by: ['SELF'],
      needs: [{ reason: 'notYourMove', holds: (user: { awaitsAcceptance: boolean }) => !user.awaitsAcceptance }],
      event: 'user.accepted',
    },
    acceptDocumentation: { from: ['PENDING', 'ACCEPTED'], to: 'ACCEPTED', by: ['CCI'], event: 'user.accepted' },
  },
})
