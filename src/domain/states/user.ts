import type { Need } from '#domain/states/machine.ts'
import { machine } from '#domain/states/machine.ts'

/** USR-07. */
export type UserStatus = 'PENDING' | 'ACCEPTED'

/** `awaitsConfirmation`: CCI made this user of a bank, or moved its address, and the bank has not confirmed it (D101). */
type Subject = { awaitsAcceptance: boolean; awaitsConfirmation: boolean }

const confirmed: Need<Subject> = { reason: 'userUnconfirmed', holds: user => !user.awaitsConfirmation }

/**
 * An invited user becomes ACCEPTED when CCI accepts its participant's documentation (USR-11). A user without an
 * invitation becomes ACCEPTED when it changes its one-time password (D15), and so does an invited user if CCI has
 * already accepted the documentation. An unconfirmed user of a bank stays PENDING (D101).
 */
export const userMachine = machine({
  name: 'user',
  states: ['PENDING', 'ACCEPTED'],
  derived: [],
  sets: { accepted: ['ACCEPTED'] },
  moves: {
    create: { from: [null], to: 'PENDING', by: ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'], event: 'user.created' },
    confirm: {
      from: ['PENDING'],
      to: 'PENDING',
      by: ['ENTITY', 'TIME'],
      event: 'user.confirmed',
    },
    changeFirstPassword: {
      from: ['PENDING'],
      to: 'ACCEPTED',
      by: ['SELF'],
      needs: [{ reason: 'notYourMove', holds: (user: Subject) => !user.awaitsAcceptance }, confirmed],
      event: 'user.accepted',
    },
    acceptDocumentation: {
      from: ['PENDING', 'ACCEPTED'],
      to: 'ACCEPTED',
      by: ['CCI'],
      needs: [confirmed],
      event: 'user.accepted',
    },
  },
})
