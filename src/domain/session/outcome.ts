import { OPERATOR_NAME } from '#domain/product.ts'
import type { Role } from '#domain/roles.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'

/** The roles as people read them; the value of `app__role-user` (AUTH-27). */
export const roleLabels: Record<Role, string> = {
  CCI: OPERATOR_NAME,
  PROVIDER: 'Proveedor',
  AUDIT: 'Evaluador',
  ENTITY: 'Entidad',
}

/** What decides where a signed-in person goes. `invitation` null: it came without one (D15). */
export type Stage = { passwordChanged: boolean; invitation: InvitationStatus | null; secondFactorMissing?: boolean }

/** `app__completed-user`: the password was changed and the invitation is accepted, or there is none (D15). */
export function isCompleted({ passwordChanged, invitation }: Stage): boolean {
  return passwordChanged && (invitation === null || invitationMachine.is.accepted(invitation))
}

/**
 * Where sign-in leads (AUTH-06 to AUTH-09, AUTH-13, AUTH-14): the forced password change, the second factor that a role must have, then the mandatory data, then
 * home. A user whose documentation was accepted before it chose a password must still choose one, since the guard lets
 * nobody else in (AUTH-23).
 */
export function nextStep(stage: Stage): 'second-factor' | 'change-password' | 'mandatory-data' | 'home' {
  if (!stage.passwordChanged) return 'change-password'
  if (stage.secondFactorMissing) return 'second-factor'
  return isCompleted(stage) ? 'home' : 'mandatory-data'
}

/**
 * Whether the screen of the mandatory data is this person's: at that step, or later, as a colleague without an invitation is
 * (D15), as long as its participant's documentation was not sent. `documentationStatus` null: a draft (D10).
 */
export function completesData(me: {
  next: ReturnType<typeof nextStep>
  documentationId: string | null
  documentationStatus: DocumentationStatus | null
}): boolean {
  if (me.next === 'mandatory-data') return true
  return me.next === 'home' && me.documentationId !== null && me.documentationStatus === null
}

/** What a signed-in person lacks before its role opens anything, by the step that it is sent to. */
export function missingAt(next: ReturnType<typeof nextStep>): {
  secondFactorMissing: boolean
  passwordMissing: boolean
} {
  return { secondFactorMissing: next === 'second-factor', passwordMissing: next === 'change-password' }
}

/** The path that is home for a role (AUTH-08, AUTH-09). */
export function homeOf(role: Role): '/' | '/provider' {
  return role === 'CCI' ? '/provider' : '/'
}

/** What an account needs to be let in, beside the right password. */
export type Account = {
  /** Neither the user nor its participant was deleted. */
  living: boolean
  invitation: InvitationStatus | null
  /** When its one-time password dies; null once it chose its own (D7). */
  temporaryUntil: string | null
}

/** Whether the account exists for the forgotten password as well: living and not withdrawn (D6, D50). */
export function isReachable({ living, invitation }: Omit<Account, 'temporaryUntil'>): boolean {
  return living && !invitationMachine.is.withdrawn(invitation)
}

/** Whether its stored password still opens: a one-time password does until its 14 days end (D7). */
export function passwordAlive(account: Account, now: string): boolean {
  return isReachable(account) && (account.temporaryUntil === null || now < account.temporaryUntil)
}

/** How long before its end whoever still has a one-time password is reminded of it (ASVS 6.4.5), in days. */
export const REMINDER_DAYS = 3

/** Whether its one-time password still opens and ends so soon that its owner is to be reminded. Instants are ISO 8601. */
export function isPasswordEnding(account: Account, now: string): boolean {
  if (account.temporaryUntil === null || !passwordAlive(account, now)) return false
  return Date.parse(account.temporaryUntil) - Date.parse(now) <= REMINDER_DAYS * 86_400_000
}
