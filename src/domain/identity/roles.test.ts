import { describe, expect, test } from 'vitest'
import type { Ability } from '#domain/identity/abilities.ts'
import { abilities } from '#domain/identity/abilities.ts'
import type { Actor, BackendRole, Grant, Role } from '#domain/identity/roles.ts'
import { backendRoles, may, reasonOfDenial, roleOf, roles, scopeOf } from '#domain/identity/roles.ts'
import { participantWire } from '#domain/participant/contract.ts'

const actor = (role: Role, more: Partial<Actor> = {}): Actor => ({
  userId: 'u',
  participantId: 'p',
  role,
  isPrincipal: false,
  completed: true,
  onboarded: true,
  ...more,
})

test('AUTH-31: the role keys of a session', () => {
  expect(roles).toEqual(['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'])
})

test('AUTH-06 D14: the abilities that are open before the first acceptance, by stage', () => {
  const since = Map.groupBy(
    Object.entries(abilities as Record<string, Grant>).filter(([, grant]) => grant.since),
    ([, grant]) => grant.since,
  )
  expect(Object.fromEntries([...since].map(([stage, grants]) => [stage, grants.map(([ability]) => ability)]))).toEqual({
    password: ['session.open'],
    'sign-in': ['session.password'],
    'second-factor': ['second-factor.own'],
    'password-chosen': [
      'session.own',
      'user.read',
      'participant.read',
      'participant.edit',
      'catalogue.read',
      'documentation.read',
      'documentation.send',
      'document.upload',
      'document.assign',
      'document.delete',
      'document.history',
      'clarification.take-part',
      'reading.read',
      'notification.read',
    ],
  })
})

test('PART-02: a participant is a provider, an evaluator or an entity; the centre is CCI', () => {
  expect([...participantWire.shape.type.options].sort()).toEqual(['AUDIT', 'CCI', 'ENTITY', 'PROVIDER'])
})

test.each<[string, Role, BackendRole]>([
  ['ROLE-02', 'CCI', 'ROLE_CCI'],
  ['ROLE-03', 'PROVIDER', 'ROLE_PROVIDER'],
  ['ROLE-04', 'AUDIT', 'ROLE_AUDIT'],
  ['ROLE-05', 'ENTITY', 'ROLE_ENTITY'],
])('%s: the key %s has the backend role %s', (_id, role, backend) => {
  expect(backendRoles({ role, isPrincipal: false })).toEqual([backend])
})

test('USR-09 USR-10: the principal has ROLE_ADMIN besides, and the role is the first that is not it', () => {
  expect(backendRoles({ role: 'PROVIDER', isPrincipal: true })).toEqual(['ROLE_PROVIDER', 'ROLE_ADMIN'])
  expect(roleOf(['ROLE_ADMIN', 'ROLE_AUDIT'])).toBe('AUDIT')
  expect(roleOf(['ROLE_ENTITY', 'ROLE_ADMIN'])).toBe('ENTITY')
  expect(roleOf(['ROLE_ADMIN'])).toBeNull()
})

describe('reach by stage and by being the principal', () => {
  test.each<[Ability, Partial<Actor>, boolean]>([
    ['notification.read', { completed: false, onboarded: false }, true],
    ['documentation.send', { completed: false, onboarded: false }, true],
    ['request.send', { completed: true, onboarded: false }, false],
    ['request.send', { completed: false }, false],
    ['session.password', { completed: false, onboarded: false }, true],
    ['documentation.send', { secondFactorMissing: true }, false],
    ['request.send', {}, true],
    ['provider.search', { onboarded: false }, false],
    ['user.manage', { isPrincipal: false }, false],
    ['user.manage', { isPrincipal: true }, true],
    ['invitation.manage', { isPrincipal: true }, false],
  ])('a provider and %s with %o: %s', (ability, more, expected) => {
    expect(may(actor('PROVIDER', more), ability)).toBe(expected)
  })

  test('CCI needs not be the principal to manage users', () => {
    expect(scopeOf(actor('CCI'), 'user.manage')).toBe('all')
  })

  test('D14: only CCI, once it has chosen a password, looks over the users of all', () => {
    const able = roles.filter(role => may(actor(role, { isPrincipal: true }), 'user.overview'))
    expect(able).toEqual(['CCI'])
    expect(may(actor('CCI', { completed: false }), 'user.overview')).toBe(false)
  })

  test('D7 AUTH-06: with a one-time password only the calls to replace it are open', () => {
    const early: Partial<Actor> = { completed: false, passwordMissing: true, isPrincipal: true }
    for (const role of roles) {
      const open = Object.keys(abilities).filter(ability => may(actor(role, early), ability as Ability))
      expect(open).toEqual(['session.open', 'session.password'])
    }
    expect(reasonOfDenial(actor('CCI', early))).toBe('passwordMissing')
    expect(reasonOfDenial(actor('CCI', { ...early, secondFactorMissing: true }))).toBe('passwordMissing')
    expect(reasonOfDenial(actor('CCI'))).toBe('forbidden')
  })

  test('AUTH-06: the own password comes before the second factor that a role must have', () => {
    const lacking: Partial<Actor> = { secondFactorMissing: true, isPrincipal: true }
    const open = (more: Partial<Actor>) =>
      Object.keys(abilities).filter(ability => may(actor('CCI', { ...lacking, ...more }), ability as Ability))
    expect(open({ passwordMissing: true })).toEqual(['session.open', 'session.password'])
    expect(open({})).toEqual(['session.open', 'second-factor.own'])
    expect(reasonOfDenial(actor('CCI', lacking))).toBe('secondFactorMissing')
  })

  test('D14: only CCI with complete data searches entities and evaluators', () => {
    for (const ability of ['entity.search', 'evaluator.search'] as const) {
      expect(roles.filter(role => may(actor(role), ability))).toEqual(['CCI'])
      expect(may(actor('CCI', { completed: false }), ability)).toBe(false)
    }
  })

  test('D16: only CCI and providers choose an evaluator; an entity marks providers after its acceptance', () => {
    expect(roles.filter(role => may(actor(role), 'evaluator.choose'))).toEqual(['CCI', 'PROVIDER'])
    expect(may(actor('ENTITY', { onboarded: false }), 'favourite.mark')).toBe(false)
    expect(may(actor('ENTITY'), 'favourite.mark')).toBe(true)
  })

  test('only CCI has abilities over everything, apart from those common to all roles', () => {
    const common = ['service.read', 'evaluator.choose', 'framework.read']
    const wide = Object.entries(abilities as Record<string, Grant>)
      .filter(
        ([name, grant]) =>
          !common.includes(name) && (['PROVIDER', 'AUDIT', 'ENTITY'] as const).some(role => grant[role] === 'all'),
      )
      .map(([name]) => name)
    expect(wide).toEqual([])
  })
})
