import { describe, expect, it } from 'vitest'
import { editProfile } from '#domain/participant/edit-profile.ts'
import { normaliseProfile } from '#domain/participant/normalise-profile.ts'
import type { Profile } from '#domain/participant/participant.ts'
import { writableByOwner } from '#domain/participant/participant.ts'

const cif = 'agencia-tributaria'
const rules = { cif, data: [{ field: 'Certificación', required: false }] } as const
const before: Profile = { name: 'Nube', cif: 'B12345674', cnae: '6311', address: null, extraData: {} }
const edit = (given: Profile, sent = true) =>
  editProfile('PROVIDER', before, given, writableByOwner('PROVIDER', sent), rules)

describe('normaliseProfile', () => {
  it.each([
    ['cif', ' es b-12.345.674', 'B12345674'],
    ['web', 'Nube.Example', 'https://nube.example'],
    ['email', 'Info@Nube.Example', 'info@nube.example'],
    ['billingEmail', 'F@Nube.Example', 'f@nube.example'],
    ['cnae', '63.11', '6311'],
    ['name', 'Nu\u0301be  del Sur', 'Núbe del Sur'],
  ] as const)('FORM-15 FORM-14: %s %j is kept as %s', (field, typed, kept) =>
    expect(normaliseProfile('PROVIDER', { [field]: typed }, cif)).toEqual({ [field]: kept }),
  )

  it('FORM-13: a phone loses its separators', () =>
    expect(normaliseProfile('AUDIT', { tlf: '(+34) 91-123 45.67' }, cif)).toEqual({ tlf: '+34911234567' }))

  it('PART-13: an NRBE gets its zeros back', () =>
    expect(normaliseProfile('ENTITY', { codNRBE: '49' }, cif)).toEqual({ codNRBE: '0049' }))

  it.each([
    ['cif', 'b-123'],
    ['email', 'Ana@'],
    ['web', 'javascript:Alert'],
    ['cnae', '6x'],
  ] as const)('a %s that is not valid yet stays as typed', (field, typed) =>
    expect(normaliseProfile('PROVIDER', { [field]: typed }, cif)).toEqual({ [field]: typed }),
  )

  it('PART-20: an address gets the label of its viaType, and an empty address becomes null', () => {
    const normal = normaliseProfile('PROVIDER', { address: { viaType: 'AV' }, billingAddress: { viaType: '' } }, cif)
    expect(normal.address).toMatchObject({ viaType: 'AV', viaLabel: 'Avenida', postalCode: '' })
    expect(normal.billingAddress).toBeNull()
  })

  it('PART-25 PART-26: economic info has all its figures, and without any is none', () => {
    const draft = { volBilling: { lastExercise: 0 } }
    const normal = normaliseProfile('PROVIDER', { economicInfo: draft }, cif).economicInfo
    expect(normal?.volBilling).toEqual({ lastExercise: 0, exercise1: null, exercise2: null })
    expect(normaliseProfile('PROVIDER', { economicInfo: { results: {} } }, cif).economicInfo).toBeNull()
  })

  it('normalising twice changes nothing', () => {
    const profile = { cif: 'B12345674', web: 'nube.example', address: { viaType: 'CL', viaNumber: 'S/N' } }
    const once = normaliseProfile('PROVIDER', profile, cif)
    expect(normaliseProfile('PROVIDER', once, cif)).toEqual(once)
  })
})

describe('editProfile', () => {
  it('API-32: absent fields stay, given ones are replaced', () => {
    const { profile, changed, refused } = edit({ billingContact: 'Nube Sur' })
    expect(profile).toMatchObject({ name: 'Nube', billingContact: 'Nube Sur' })
    expect({ changed, refused }).toEqual({ changed: ['billingContact'], refused: [] })
  })

  it('PART-10: names the fields that the owner may not change', () =>
    expect(edit({ cnae: '6201', roac: 'S1', name: 'Otra' }).refused).toEqual(['name', 'cnae', 'roac']))

  it('PART-10: accepts read-only fields that are unchanged', () => {
    const { changed, refused } = edit({ cnae: '63.11', roac: '', codNRBE: '', cif: 'ES-B12345674' })
    expect({ changed, refused }).toEqual({ changed: [], refused: [] })
  })

  it('PART-12: an empty address is no change of a missing one', () =>
    expect(
      editProfile('ENTITY', before, { address: { viaName: ' ' } }, writableByOwner('ENTITY', true), rules).refused,
    ).toEqual([]))

  it('PART-14: only data that CCI asks for are taken', () => {
    const { refused } = edit({ extraData: { Certificación: 'ISO 27001', admin: 'true' } })
    expect(refused).toEqual(['extraData.admin'])
  })

  it('PART-14: data that CCI no longer requires are kept but not editable', () => {
    const old = { ...before, extraData: { Antiguo: 'uno' } }
    const save = (extraData: Record<string, string>) =>
      editProfile('PROVIDER', old, { extraData }, writableByOwner('PROVIDER', true), rules).refused
    expect(save({ Antiguo: 'uno', Certificación: 'ISO' })).toEqual([])
    expect(save({ Antiguo: 'dos' })).toEqual(['extraData.Antiguo'])
  })
})
