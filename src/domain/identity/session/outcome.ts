import type { Role } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'

/** Display names of the roles; the value of `app__role-user` (AUTH-27). */
export const roleLabels: Record<Role, string> = {
  CCI: OPERATOR_NAME,
  PROVIDER: msg('Proveedor'),
  AUDIT: msg('Evaluador'),
  ENTITY: msg('Entidad'),
}

/** Input for the next step of a sign-in. `invitation` is null for a user without one (D15). */
export type Stage = { passwordChanged: boolean; invitation: InvitationStatus | null; secondFactorMissing?: boolean }

/** `app__completed-user`: the password was changed and the invitation is accepted, or there is none (D15). */
export function isCompleted({ passwordChanged, invitation }: Stage): boolean {
  return passwordChanged && (invitation === null || invitationMachine.is.accepted(invitation))
}

/**
 * The next step of a sign-in (AUTH-06 to AUTH-09, AUTH-13, AUTH-14), in this order: the forced password change, the
 * second factor that a role must have, the mandatory data, home. A user must choose a password even if its
 * documentation was accepted before, since the guard admits no one without (AUTH-23).
 */
export function nextStep(stage: Stage): 'second-factor' | 'change-password' | 'mandatory-data' | 'home' {
  if (!stage.passwordChanged) return 'change-password'
  if (stage.secondFactorMissing) return 'second-factor'
  return isCompleted(stage) ? 'home' : 'mandatory-data'
}

/**
 * Whether a user may open the screen of the mandatory data: at that step, or later for a colleague without an
 * invitation (D15), until its participant's documentation is sent. `documentationStatus` null: a draft (D10).
 */
export function completesData(me: {
  next: ReturnType<typeof nextStep>
  documentationId: string | null
  documentationStatus: DocumentationStatus | null
}): boolean {
  if (me.next === 'mandatory-data') return true
  return me.next === 'home' && me.documentationId !== null && me.documentationStatus === null
}

/** The steps that a user must complete before its role grants access. */
export function missingAt(next: ReturnType<typeof nextStep>): {
  secondFactorMissing: boolean
  passwordMissing: boolean
} {
  return { secondFactorMissing: next === 'second-factor', passwordMissing: next === 'change-password' }
}

/** Home path of a role (AUTH-08, AUTH-09). */
export function homeOf(role: Role): '/' | '/provider' {
  return role === 'CCI' ? '/provider' : '/'
}

/** Conditions for sign-in besides the correct password. */
export type Account = {
  /** Neither the user nor its participant is deleted. */
  living: boolean
  invitation: InvitationStatus | null
  /** The bank has not confirmed what CCI did to this user (D101). */
  awaitsConfirmation: boolean
  /** When the one-time password expires; null once the user chose its own (D7). */
  temporaryUntil: string | null
}

/**
 * Whether the account exists, also for password reset: not deleted, its invitation not withdrawn (D6, D50), and
 * confirmed by its bank where that is necessary (D101).
 */
export function isReachable({ living, invitation, awaitsConfirmation }: Omit<Account, 'temporaryUntil'>): boolean {
  return living && !invitationMachine.is.withdrawn(invitation) && !awaitsConfirmation
}

/** Whether the stored password is still valid: a one-time password expires after 14 days (D7). */
export function passwordAlive(account: Account, now: string): boolean {
  return isReachable(account) && (account.temporaryUntil === null || now < account.temporaryUntil)
}

/** How long before a one-time password expires its user gets a reminder (ASVS 6.4.5), in days. */
export const REMINDER_DAYS = 3

/** Whether a one-time password is still valid and its reminder is due. Instants are ISO 8601. */
export function isPasswordEnding(account: Account, now: string): boolean {
  if (account.temporaryUntil === null || !passwordAlive(account, now)) return false
  return Date.parse(account.temporaryUntil) - Date.parse(now) <= REMINDER_DAYS * 86_400_000
}
