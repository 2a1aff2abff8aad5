import { expect, test } from 'vitest'
import { profileFacts, profileLabels } from '#domain/participant/facts.ts'

test.each([
  ['numEmployees', 'Número de empleados'],
  ['extraData.Sede social', 'Sede social'],
  ['address.city', 'Dirección, municipio'],
  ['billingAddress.city', 'Dirección de facturación, municipio'],
  ['contactDetails.tlf', 'Persona de contacto, teléfono'],
  ['economicInfo.results.lastExercise', 'Resultados, último ejercicio'],
  ['economicInfo.results', null],
  ['address.elsewhere', null],
  ['nothing', null],
])('names the conflicting field %s «%s»', (path, label) => {
  expect(profileLabels('PROVIDER')(path)).toBe(label)
})

test('a part that is named and empty has all its fields empty, and one that is not named none', () => {
  expect(profileFacts({}, ['cif', 'numEmployees', 'extraData'])).toEqual({ cif: '', numEmployees: '' })
  const named = profileFacts({ cif: 'B00472183' }, ['address', 'contactDetails', 'economicInfo'])
  expect(Object.values(named).filter(Boolean)).toEqual([])
  expect(Object.keys(named)).toEqual(
    expect.arrayContaining(['address.city', 'contactDetails.tlf', 'economicInfo.results.lastExercise']),
  )
  expect(named).not.toHaveProperty('cif')
})

test('codes and figures are said as people read them', () => {
  const profile = {
    numEmployees: '_1_9',
    extraData: { 'Sede social': 'Lugo' },
    economicInfo: { results: { lastExercise: 1234567 } },
  } as unknown as Parameters<typeof profileFacts>[0]
  const facts = profileFacts(profile, ['numEmployees', 'extraData', 'economicInfo'])
  expect(facts['extraData.Sede social']).toBe('Lugo')
  expect(facts['economicInfo.results.lastExercise']).toMatch(/1\.234\.567/)
  expect(facts['economicInfo.results.exercise1']).toBe('')
  expect(facts.numEmployees).toBe('1-9')
  expect(profileFacts({ numEmployees: 'muchos' }, ['numEmployees'])).toEqual({ numEmployees: 'muchos' })
})
