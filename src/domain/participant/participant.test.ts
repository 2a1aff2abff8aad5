import { describe, expect, it } from 'vitest'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { exampleOf, profileFields } from '#domain/participant/field-lists.ts'
import type { Profile } from '#domain/participant/participant.ts'
import {
  displayName,
  isAccredited,
  profileErrors,
  profileFieldError,
  writableByCci,
  writableByOwner,
} from '#domain/participant/participant.ts'

const address = {
  viaType: 'CL',
  viaLabel: 'Calle',
  viaName: 'Alcalá',
  viaNumber: '48',
  postalCode: '28014',
  province: 'Madrid',
  city: 'Madrid',
  country: 'España',
  extraData: '',
}
const figures = { lastExercise: 0, exercise1: -3, exercise2: 12 }

/** A complete profile of each kind. */
const complete: Record<InvitableKind, Profile> = {
  PROVIDER: {
    ...exampleOf('PROVIDER'),
    address,
    billingAddress: address,
    economicInfo: { volBilling: figures, results: figures },
  },
  AUDIT: { ...exampleOf('AUDIT'), address, billingAddress: address },
  ENTITY: { ...exampleOf('ENTITY'), address },
}
const rules = { cif: 'agencia-tributaria', data: [] } as const
const isOptional = (kind: InvitableKind, field: string) =>
  profileFields[kind].some(spec => spec.field === field && spec.optional)
const kinds = ['PROVIDER', 'AUDIT', 'ENTITY'] as const

/** Required fields that an empty profile lacks, structured ones by their first part. */
const lacking = (kind: InvitableKind) =>
  [...new Set(Object.keys(profileErrors(kind, {}, rules)).map(path => path.split('.')[0]!))].sort()

describe('profileErrors', () => {
  it.each(kinds)('FORM-40: a complete profile of %s has nothing wrong', kind =>
    expect(profileErrors(kind, complete[kind], rules)).toEqual({}),
  )

  it('PART-09: every field of a provider is required', () => {
    const fields = 'address billingAddress billingContact billingEmail cif cnae commercialName economicInfo email'
    expect(lacking('PROVIDER')).toEqual([...fields.split(' '), 'issuesContact', 'name', 'securityLeader', 'web'])
  })

  it('PART-11: every field of an entity is required', () =>
    expect(lacking('ENTITY')).toEqual(['address', 'codNRBE', 'name']))

  it('PART-15 PART-18: every field of an evaluator is required but the ISAE partner', () => {
    const fields = 'address billingAddress billingContact billingEmail businessName cif commercialName email'
    expect(lacking('AUDIT')).toEqual([...fields.split(' '), 'partnerAudit', 'roac', 'tlf'])
    expect(profileFieldError('AUDIT', 'partnerISAE30', '', 'agencia-tributaria')).toBeNull()
  })

  const needed = (kind: InvitableKind) =>
    Object.keys(complete[kind]).filter(field => field !== 'numEmployees' && !isOptional(kind, field))
  it.each(kinds.flatMap(kind => needed(kind).map(field => [kind, field] as const)))(
    'FORM-40 FORM-22: a %s without %s may not be sent',
    (kind, field) => {
      const errors = profileErrors(kind, { ...complete[kind], [field]: undefined }, rules)
      expect(Object.keys(errors).every(path => path === field || path.startsWith(`${field}.`))).toBe(true)
      expect(Object.values(errors)).toContain('No puede estar vacio')
    },
  )

  it('FORM-42: only the assets of the economic info are optional', () => {
    const { volActive, ...errors } = Object.groupBy(
      Object.keys(profileErrors('PROVIDER', { ...complete.PROVIDER, economicInfo: null }, rules)),
      path => path.split('.')[1]!,
    )
    expect(volActive).toBeUndefined()
    expect(Object.keys(errors)).toEqual(['volBilling', 'results'])
  })

  it.each([
    ['cif', 'B12345670', 'CIF erróneo: el carácter de control no es correcto.'],
    ['cnae', '11', 'CNAE erroneo'],
    ['email', 'ana', 'Correo electrónico no válido'],
    ['securityLeader', 'ana', 'Correo electrónico no válido'],
    ['issuesContact', 'ana', 'Correo electrónico no válido'],
    ['web', 'javascript:alert(1)', 'Dirección web no válida. Ejemplo correcto: www.empresa.es'],
  ] as const)('PART-03 PART-04: %s %j says %s', (field, value, sentence) =>
    expect(profileErrors('PROVIDER', { ...complete.PROVIDER, [field]: value }, rules)).toEqual({ [field]: sentence }),
  )

  it('D24: the control table of the CIF is a setting', () => {
    const cooperative = { ...complete.PROVIDER, cif: 'F04743175' }
    expect(profileErrors('PROVIDER', cooperative, rules)).toEqual({})
    expect(profileErrors('PROVIDER', cooperative, { ...rules, cif: 'especificacion' })).toHaveProperty('cif')
  })

  it('PART-14: additional data are demanded when CCI says so', () => {
    const data = [
      { field: 'Dato obligatorio', required: true },
      { field: 'Dato No obligatorio', required: false },
    ]
    const errors = (extraData?: Record<string, string>) =>
      profileErrors('ENTITY', { ...complete.ENTITY, extraData }, { ...rules, data })
    expect(errors()).toEqual({ 'extraData.Dato obligatorio': 'No puede estar vacio' })
    expect(errors({ 'Dato obligatorio': ' ' })).toEqual({ 'extraData.Dato obligatorio': 'No puede estar vacio' })
    expect(errors({ 'Dato obligatorio': 'x' })).toEqual({})
  })

  it('D16: a contact person is optional; its e-mail and telephone must be valid', () => {
    const errors = (contactDetails: object) => profileErrors('ENTITY', { ...complete.ENTITY, contactDetails }, rules)
    expect(errors({ name: 'Ana', email: '', tlf: '' })).toEqual({})
    expect(Object.keys(errors({ email: 'ana', tlf: '12' }))).toEqual(['contactDetails.email', 'contactDetails.tlf'])
  })
})

describe('fields of a profile that each role writes', () => {
  const all = (kind: InvitableKind) => Object.keys(complete[kind])

  it('ROLE-24: an owner writes its whole profile before sending it, except the data of its invitation', () => {
    for (const field of all('PROVIDER')) expect(writableByOwner('PROVIDER', false)).toContain(field)
    for (const field of all('AUDIT')) expect(writableByOwner('AUDIT', false)).toContain(field)
    expect([...writableByOwner('ENTITY', false)].sort()).toEqual(['address', 'contactDetails', 'extraData'])
  })

  it.each([
    ['PROVIDER', ['cif', 'cnae', 'commercialName', 'name']],
    ['AUDIT', ['businessName', 'cif', 'commercialName', 'roac']],
  ] as const)('PART-10: after sending, %s writes all but %j, its identity', (kind, kept) => {
    const writable = writableByOwner(kind, true)
    expect(
      all(kind)
        .filter(field => !writable.has(field as keyof Profile))
        .sort(),
    ).toEqual(kept)
  })

  it('PART-12: once sent, an entity writes neither name nor address nor NRBE', () =>
    expect([...writableByOwner('ENTITY', true)].sort()).toEqual(['contactDetails', 'extraData']))

  it('ROLE-41: the accreditation is in no profile, nor is the company type', () => {
    for (const kind of kinds) {
      expect(writableByCci(kind)).not.toContain('expiredAt')
      expect(writableByOwner(kind, false)).not.toContain('companyType')
    }
  })

  it.each(kinds)('ROLE-13: CCI writes every field of %s, and none of another kind', kind => {
    const writable = writableByCci(kind)
    for (const field of all(kind)) expect(writable).toContain(field)
    const foreign = kinds.flatMap(other => profileFields[other].map(spec => spec.field))
    const own = profileFields[kind].map(spec => spec.field)
    for (const field of foreign) expect(writable.has(field)).toBe(own.includes(field))
  })
})

describe('displayName', () => {
  it.each([
    [{ name: 'Nube', businessName: 'Razón', commercialName: 'Marca' }, 'Nube'],
    [{ name: '', businessName: 'Razón', commercialName: 'Marca' }, 'Razón'],
    [{ name: '', businessName: '', commercialName: 'Marca' }, 'Marca'],
    [{ name: '' }, 'Sin nombre todavía'],
  ])('PART-01: %j is called %s', (names, called) => expect(displayName(names)).toBe(called))
})

describe('isAccredited', () => {
  it.each([
    [null, false],
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2026-11-22', true],
  ])('PART-07: accredited until %s, it is %s on 21 November', (until, valid) =>
    expect(isAccredited(until, '2026-11-21')).toBe(valid),
  )
})
