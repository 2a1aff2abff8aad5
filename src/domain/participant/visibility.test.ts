import { describe, expect, it } from 'vitest'
import type { Actor, Role } from '#domain/identity/roles.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { eachField } from '#domain/participant/field-lists.ts'
import { seenBy, seesParticipants, seesValidations } from '#domain/participant/visibility.ts'

const actor = (role: Role, more: Partial<Actor> = {}): Actor => ({
  userId: 'u',
  participantId: role,
  role,
  isPrincipal: false,
  completed: true,
  onboarded: true,
  ...more,
})

const full: ParticipantWire = {
  id: 'other',
  idGenericEntity: 'other',
  type: 'AUDIT',
  ...eachField(() => 'x'),
  ...{
    name: 'n',
    commercialName: 'c',
    businessName: 'b',
    cif: 'B12345674',
    roac: 'S1',
    web: 'w',
    email: 'e',
    tlf: 't',
  },
  companyType: 'GRANDE',
  expiredAt: '2027-01-01',
  extraData: { x: 'x' },
  fav: ['x'],
  contactDetails: { name: 'x' },
  address: { city: 'x' },
  billingAddress: { city: 'x' },
  economicInfo: { results: { exercise1: 1 } },
  economicYear: 2025,
  onboarded: true,
  version: 7,
}

describe('seesParticipants', () => {
  it.each([
    ['CCI', ['all', 'all', 'all']],
    ['PROVIDER', ['own', 'own', 'published']],
    ['AUDIT', ['named', 'own', 'own']],
    ['ENTITY', ['published', 'own', 'own']],
  ] as const)('ROLE-30 ROLE-39: %s sees of providers, entities and evaluators: %j', (role, reaches) =>
    expect((['PROVIDER', 'ENTITY', 'AUDIT'] as const).map(kind => seesParticipants(actor(role), kind))).toEqual(
      reaches,
    ),
  )

  it.each([{ onboarded: false }, { completed: false }])(
    'ROLE-24: before its first acceptance a participant sees its own only (%j)',
    more => {
      for (const role of ['PROVIDER', 'AUDIT', 'ENTITY'] as const) {
        for (const kind of ['PROVIDER', 'ENTITY', 'AUDIT'] as const) {
          expect(seesParticipants(actor(role, more), kind)).toBe('own')
        }
      }
    },
  )
})

describe('seesValidations', () => {
  it.each([
    ['CCI', 'all'],
    ['PROVIDER', 'own'],
    ['AUDIT', 'named'],
    ['ENTITY', 'published'],
  ] as const)('D16 D17: %s sees validations: %s', (role, scope) => expect(seesValidations(actor(role))).toBe(scope))

  it.each([{ onboarded: false }, { completed: false }])('D49: before its first acceptance its own only (%j)', more => {
    for (const role of ['PROVIDER', 'AUDIT', 'ENTITY'] as const) {
      expect(seesValidations(actor(role, more))).toBe('own')
    }
  })
})

describe('seenBy', () => {
  it.each(['CCI', 'ENTITY', 'AUDIT'] as const)('ROLE-30: %s reads the company data of a provider', role => {
    const provider = { ...full, type: 'PROVIDER' } as const
    expect(seenBy(actor(role), provider)).toEqual(provider)
  })

  it('ROLE-24: a participant reads all of its own', () => {
    expect(seenBy(actor('AUDIT', { participantId: 'other' }), full)).toEqual(full)
  })

  it('ROLE-25: a provider reads the facts about an evaluator that it needs for a choice', () => {
    const seen = seenBy(actor('PROVIDER'), full)
    const told = Object.entries(seen).filter(([field, value]) => {
      const silent = value === '' || value === null || value === 0 || Object.keys(Object(value)).length === 0
      return !silent && !['id', 'idGenericEntity', 'type', 'onboarded', 'companyType'].includes(field)
    })
    expect(Object.fromEntries(told)).toEqual({
      name: 'n',
      commercialName: 'c',
      businessName: 'b',
      cif: 'B12345674',
      roac: 'S1',
      expiredAt: '2027-01-01',
    })
    expect(seen.companyType).toBe('MICRO')
  })

  it('API-29: everyone reads the contact data of the centre', () => {
    const seen = seenBy(actor('ENTITY'), { ...full, type: 'CCI' })
    expect(seen).toMatchObject({
      name: 'n',
      email: 'e',
      tlf: 't',
      web: 'w',
      cif: '',
      contactDetails: {},
      address: null,
    })
  })
})
