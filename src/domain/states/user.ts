import { machine } from '#domain/states/machine.ts'

/** USR-07. */
export type UserStatus = 'PENDING' | 'ACCEPTED'

/**
 * An invited user becomes ACCEPTED when CCI accepts its participant's documentation (USR-11); a user without an
 * invitation when it changes its one-time password (D15).
 */
export const userMachine = machine({
  name: 'user',
  states: ['PENDING', 'ACCEPTED'],
  derived: [],
  moves: {
    create: { from: [null], to: 'PENDING', by: ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'], event: 'user.created' },
    changeFirstPassword: {
      from: ['PENDING'],
      to: 'ACCEPTED',
      by: ['SELF'],
      needs: [{ reason: 'notYourMove', holds: (user: { invited: boolean }) => !user.invited }],
      event: 'user.accepted',
    },
    acceptDocumentation: { from: ['PENDING', 'ACCEPTED'], to: 'ACCEPTED', by: ['CCI'], event: 'user.accepted' },
  },
})
