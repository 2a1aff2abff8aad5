import { expect, test } from 'vitest'
import { invitableKinds } from '#domain/identity/roles.ts'
import { profileErrors, writableByCci } from '#domain/participant/participant.ts'
import { formProgressOf, sumOf } from '#web/participant/profile/progress.ts'
import { fieldLabel, sectionsOf } from '#web/participant/profile/sections.ts'
import { profilePartOf } from '#web/participant/profile/values.ts'

const data = [
  { field: 'Plan. de continuidad', required: true },
  { field: 'Lema', required: false },
]
const rules = { cif: 'agencia-tributaria', data } as const
const years = [2025, 2024, 2023] as const

test.each(invitableKinds)('the form of %s has a field for everything that its profile must have', kind => {
  const sections = sectionsOf(kind, data, years)
  const paths = sections.flatMap(section => section.fields.map(field => field.path))
  expect(paths).toEqual(expect.arrayContaining(Object.keys(profileErrors(kind, {}, rules))))
  expect(new Set(paths.map(profilePartOf))).toEqual(writableByCci(kind))
})

test('progress counts what is required, and marks the sections with a shown error', () => {
  const sections = sectionsOf('ENTITY', data, years)
  const required = Object.keys(profileErrors('ENTITY', {}, rules))
  const progress = formProgressOf(
    sections,
    required,
    { 'address.city': 'No puede estar vacio' },
    { 'address.viaLabel': 'x' },
  )
  expect(progress.map(({ key, done, total, wrong }) => [key, done, total, wrong])).toEqual([
    ['company', 2, 2, false],
    ['address', 6, 7, true],
    ['extraData', 1, 1, false],
  ])
  expect(sumOf(progress)).toEqual({ done: 9, total: 10 })
})

test('an error names its field, and which address it is in', () => {
  const sections = sectionsOf('PROVIDER', data, years)
  expect(fieldLabel(sections, 'cif')).toBe('CIF')
  expect(fieldLabel(sections, 'billingAddress.postalCode')).toBe('Dirección de facturación, código postal')
  expect(fieldLabel(sections, 'address.viaLabel')).toBe('Dirección, tipo de vía')
  expect(fieldLabel(sections, 'economicInfo.results.exercise1')).toBe('Resultados de 2024')
  expect(fieldLabel(sections, 'extraData.Plan. de continuidad')).toBe('Plan. de continuidad')
})
