import type { Role } from '#domain/identity/roles.ts'
import type { Decision, Mover } from '#domain/states/machine.ts'
import { decide } from '#domain/states/machine.ts'
import type { UserStatus } from '#domain/states/user.ts'
import { userMachine } from '#domain/states/user.ts'

/** For how long all users of a bank know of a new principal user that CCI makes before it has access, in days (D101). */
export const NEW_PRINCIPAL_DAYS = 7

/** The bank's consent, or the time, that a user needs before it has access; null when it needs neither. */
export type Hold = 'confirmation' | 'days' | null

/**
 * What a new user waits for (D101). CCI makes the first user of a bank, its principal. Another one waits for the
 * principal user of the bank, or for some days where the bank has none left.
 */
export function holdOfNew(by: Role, bank: { kind: Role; hasPrincipal: boolean; hasUsers: boolean }): Hold {
  if (!actsOnBank(by, bank.kind) || !bank.hasUsers) return null
  return bank.hasPrincipal ? 'confirmation' : 'days'
}

/**
 * Whether CCI acts on a user of a bank: what it reads there is the bank's alone (BASE-10), so the principal user of the
 * bank hears of it, and another address waits for its confirmation.
 */
export const actsOnBank = (by: Role | null, kind: Role): boolean => (by === 'CCI' || by === null) && kind === 'ENTITY'

/** Decides whether `by` may give access to a user: the bank, or the days of a new principal user. */
export function decideConfirmation(
  { status, awaitsConfirmation }: { status: UserStatus; awaitsConfirmation: boolean },
  by: Mover,
): Decision<UserStatus> {
  if (!awaitsConfirmation) return { ok: false, reason: 'userConfirmed' }
  return decide(userMachine, 'confirm', status, { awaitsAcceptance: false, awaitsConfirmation }, by)
}
