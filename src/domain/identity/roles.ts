import type { Ability } from '#domain/identity/abilities.ts'
import { abilities } from '#domain/identity/abilities.ts'

/** The roles of a session (AUTH-31). AUDIT is the API's name for an evaluator. */
export const roles = ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'] as const
export type Role = (typeof roles)[number]

/** The kinds of participant that can be invited (INV-06). */
export const invitableKinds = ['PROVIDER', 'AUDIT', 'ENTITY'] as const
export type InvitableKind = (typeof invitableKinds)[number]

/** Backend roles as the API names them (ROLE-02 to ROLE-05, USR-09). */
export type BackendRole = `ROLE_${Role}` | 'ROLE_ADMIN'

/** The backend roles of a user: the participant's role, and ROLE_ADMIN for the principal user (USR-09). */
export function backendRoles(user: { role: Role; isPrincipal: boolean }): BackendRole[] {
  return user.isPrincipal ? [`ROLE_${user.role}`, 'ROLE_ADMIN'] : [`ROLE_${user.role}`]
}

/** The first backend role that is not ROLE_ADMIN (USR-10), or null when there is none. */
export function roleOf(backend: readonly BackendRole[]): Role | null {
  const first = backend.find(role => role !== 'ROLE_ADMIN')
  return first ? (first.slice('ROLE_'.length) as Role) : null
}

/** The signed-in user, as the rules see it. */
export type Actor = {
  userId: string
  participantId: string
  role: Role
  isPrincipal: boolean
  /** The user changed the password and accepted the invitation, or has no invitation (D15: `app__completed-user`). */
  completed: boolean
  /** CCI accepted the participant's documentation at least once (D49). Always true for CCI. */
  onboarded: boolean
  /**
   * The role requires a second factor and the user has none. After choosing a password, the user can only set one up.
   */
  secondFactorMissing?: boolean
  /** An API key that acts for its bank. `userId` is then the user who made it, and the key is named instead (HOOK-05). */
  key?: { id: string; name: string }
  /** The user signed in with a one-time password and can only choose a password (D7, AUTH-06). */
  passwordMissing?: boolean
}

/** The objects in scope: all, the actor's own, those of requests that name the actor, or published ones. */
export type AccessScope = 'all' | 'own' | 'named' | 'published'

/** The scope of an ability per role. An absent role does not have the ability. */
export type Grant = {
  readonly [R in Role]?: AccessScope
} & {
  /** Only for the participant's principal user (ROLE_ADMIN). CCI users are exempt (D15). */
  readonly principal?: true
  /**
   * What it reads and writes belongs to that participant alone: for other roles it does not exist, its other users are
   * refused by name, and its audit log entries hold no value (BASE-10, BASE-11).
   */
  readonly private?: true
  /** For roles without it, what it reaches does not exist (ASK-02). */
  readonly hidden?: true
  /**
   * The onboarding stage that the ability needs, as abilities.ts explains. The default is the first acceptance (D49).
   */
  readonly since?: 'password' | 'sign-in' | 'second-factor' | 'password-chosen'
}

/**
 * The scope of an ability for this actor, or null when the actor does not have it. Checks the role, the principal user
 * and the onboarding stage (D14, D49). Ownership of an object is checked where the object is read.
 */
export function scopeOf(actor: Actor, ability: Ability): AccessScope | null {
  const grant: Grant = abilities[ability]
  const scope = grant[actor.role]
  if (!scope) return null
  if (grant.principal && actor.role !== 'CCI' && !actor.isPrincipal) return null
  if (grant.since === 'password') return scope
  // The password comes first: anyone else who knows the one-time password could enrol a second factor.
  if (actor.passwordMissing) return grant.since === 'sign-in' ? scope : null
  if (grant.since === 'second-factor') return scope
  if (actor.secondFactorMissing) return null
  if (grant.since === 'sign-in' || grant.since === 'password-chosen') return scope
  return actor.completed && actor.onboarded ? scope : null
}

/** Why the actor does not have an ability. A missing onboarding step comes before the role. */
export function reasonOfDenial(
  actor: Actor,
  ability?: Ability,
): 'secondFactorMissing' | 'passwordMissing' | 'forbidden' | 'notFound' | 'principalOnly' {
  if (actor.passwordMissing) return 'passwordMissing'
  if (actor.secondFactorMissing) return 'secondFactorMissing'
  const grant: Grant = ability ? abilities[ability] : {}
  if ((grant.private || grant.hidden) && !grant[actor.role]) return 'notFound'
  if (!grant.private) return 'forbidden'
  return grant.principal && !actor.isPrincipal ? 'principalOnly' : 'forbidden'
}

/** Whether what an ability covers belongs to the participant alone (BASE-10). */
export const isPrivate = (ability: Ability | 'anyone'): boolean =>
  ability !== 'anyone' && (abilities[ability] as Grant).private === true

/** Whether the actor has the ability in any scope. The web hides actions that the actor does not have (D14). */
export function may(actor: Actor, ability: Ability): boolean {
  return scopeOf(actor, ability) !== null
}
