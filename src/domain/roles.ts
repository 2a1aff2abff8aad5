import type { Ability } from '#domain/abilities.ts'
import { abilities } from '#domain/abilities.ts'

/** The role keys of a session (AUTH-31). AUDIT is the wire's word for an evaluator. */
export const roles = ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'] as const
export type Role = (typeof roles)[number]

/** The kinds of participant that can be invited (INV-06). */
export const invitableKinds = ['PROVIDER', 'AUDIT', 'ENTITY'] as const
export type InvitableKind = (typeof invitableKinds)[number]

/** Backend roles as the wire carries them (ROLE-02 to ROLE-05, USR-09). */
export type BackendRole = `ROLE_${Role}` | 'ROLE_ADMIN'

/** The backend roles of a user: its participant's, and ROLE_ADMIN for the principal (USR-09). */
export function backendRoles(user: { role: Role; isPrincipal: boolean }): BackendRole[] {
  return user.isPrincipal ? [`ROLE_${user.role}`, 'ROLE_ADMIN'] : [`ROLE_${user.role}`]
}

/** A user's role is the first of its roles that is not ROLE_ADMIN (USR-10). Null when there is none. */
export function roleOf(backend: readonly BackendRole[]): Role | null {
  const first = backend.find(role => role !== 'ROLE_ADMIN')
  return first ? (first.slice('ROLE_'.length) as Role) : null
}

/** Who asks: the signed-in user, as every rule sees it. */
export type Actor = {
  userId: string
  participantId: string
  role: Role
  isPrincipal: boolean
  /** The password was changed and the invitation accepted, or there is none (D15: `app__completed-user`). */
  completed: boolean
  /** The participant's documentation was accepted once (D49); always true for CCI. */
  onboarded: boolean
  /** Its role must have a second factor and it has none yet: once it has chosen its password, nothing opens but setting one up. */
  secondFactorMissing?: boolean
  /** It came in with a one-time password: nothing opens but choosing its own (D7, AUTH-06). */
  passwordMissing?: boolean
}

/** How far an ability reaches: everyone's things, the actor's own, those of requests that name it, or what is published. */
export type AccessScope = 'all' | 'own' | 'named' | 'published'

/** What an ability grants, per role. A role that is absent has none. */
export type Grant = {
  readonly [R in Role]?: AccessScope
} & {
  /** Only the participant's principal user (ROLE_ADMIN); CCI users are exempt (D15). */
  readonly principal?: true
  /**
   * From when on: whatever is still missing; also with a one-time password; also without the second factor; with both; or
   * (default) the first acceptance (D49).
   */
  readonly since?: 'password' | 'sign-in' | 'second-factor' | 'password-chosen'
}

/**
 * How far this actor's ability reaches, or null when it has none: by role, by principal user, and by the stage of its
 * onboarding (D14, D49). Ownership of one thing is decided where the thing is read.
 */
export function scopeOf(actor: Actor, ability: Ability): AccessScope | null {
  const grant: Grant = abilities[ability]
  const scope = grant[actor.role]
  if (!scope) return null
  if (grant.principal && actor.role !== 'CCI' && !actor.isPrincipal) return null
  if (grant.since === 'password') return scope
  // Its own password comes first: whoever else knows the one-time one could leave a second factor of its own.
  if (actor.passwordMissing) return grant.since === 'sign-in' ? scope : null
  if (grant.since === 'second-factor') return scope
  if (actor.secondFactorMissing) return null
  if (grant.since === 'sign-in' || grant.since === 'password-chosen') return scope
  return actor.completed && actor.onboarded ? scope : null
}

/** Why the actor has not an ability: the step that it has still to take, before its role is spoken of. */
export function reasonOfDenial(actor: Actor): 'secondFactorMissing' | 'passwordMissing' | 'forbidden' {
  if (actor.passwordMissing) return 'passwordMissing'
  return actor.secondFactorMissing ? 'secondFactorMissing' : 'forbidden'
}

/** Whether the actor has the ability at all; the web hides what it has not (D14). */
export function may(actor: Actor, ability: Ability): boolean {
  return scopeOf(actor, ability) !== null
}
