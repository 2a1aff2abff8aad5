import { abilities } from '#domain/identity/abilities.ts'
import type { Grant, Role } from '#domain/identity/roles.ts'
import { roles } from '#domain/identity/roles.ts'

/** A changed grant: removed or widened, for a role, with its replacement. */
export type GrantMutant = { guard: string; ability: string; role: Role | null; grant: Record<string, unknown> }

/**
 * The places that check how far a grant reaches, not only whether it exists: other visibility is a matter of the
 * queries (visibleValidations, visibleIncidents), whose conditions tools/guards.ts removes.
 */
const consulted = ['user.read', 'provider.search', 'entity.search', 'evaluator.search']

/**
 * Not observable by calls: only screens ask, or another guard gives the same answer. Covered by
 * src/domain/identity/roles.test.ts.
 */
const ofTheDomain = [
  'user.overview:',
  'evaluator.choose: taken from CCI',
  ...['favourite.mark', 'entity.search', 'evaluator.search'].map(ability => `${ability}: from the first sign-in on`),
]

/**
 * Every grant with a role removed, added, reaching further, without its principal user, and open from another stage.
 */
export function grantMutants(): GrantMutant[] {
  const mutants = Object.entries(abilities as Record<string, Grant>).flatMap(([ability, grant]) => {
    const mutants: GrantMutant[] = roles.flatMap((role): GrantMutant[] => {
      const { [role]: scope, ...without } = grant
      if (!scope) return [{ guard: `${ability}: given to ${role}`, ability, role, grant: { ...grant, [role]: 'all' } }]
      const taken = { guard: `${ability}: taken from ${role}`, ability, role, grant: without }
      if (scope === 'all' || !consulted.includes(ability)) return [taken]
      const wider = { ...grant, [role]: 'all' }
      return [taken, { guard: `${ability}: ${role} reaches all, not ${scope}`, ability, role, grant: wider }]
    })
    const { principal, since, ...plain } = grant
    if (principal) mutants.push({ guard: `${ability}: not the principal's`, ability, role: null, grant: plain })
    const staged = since
      ? { guard: `${ability}: only once onboarded`, grant: { ...plain, ...(principal ? { principal } : {}) } }
      : { guard: `${ability}: from the first sign-in on`, grant: { ...grant, since: 'sign-in' as const } }
    const early = { guard: `${ability}: with a one-time password`, grant: { ...grant, since: 'sign-in' } as Grant }
    return [
      ...mutants,
      ...[staged, ...(since === 'password-chosen' ? [early] : [])].map(each => ({ ...each, ability, role: null })),
    ]
  })
  return mutants.filter(({ guard }) => !ofTheDomain.some(start => guard.startsWith(start)))
}
