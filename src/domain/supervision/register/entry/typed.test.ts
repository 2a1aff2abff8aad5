import { expect, test } from 'vitest'
import {
  arrangementFields,
  entityFields,
  functionFields,
  lineFields,
} from '#domain/supervision/register/entry/fields.ts'
import { readTyped, typedValues, typedWords } from '#domain/supervision/register/entry/typed.ts'

const entity = {
  lei: null,
  leiRenewalOn: '2027-12-31',
  country: 'ES',
  type: 'x12',
  authority: 'Banco de España',
  hierarchy: null,
  parentLei: null,
  parentName: '',
  parentCountry: null,
  parentType: null,
  parentHierarchy: null,
  currency: 'EUR',
  totalAssets: 1_500_000_000.5,
}

test('DORA-07: what a form holds reads back as the same values, in words too', () => {
  const typed = typedValues(entityFields, entity)
  expect(typed.totalAssets).toBe('1500000000,5')
  expect(readTyped(entityFields, typed)).toEqual({ values: entity, faults: {} })
  const words = typedWords(entityFields, typed)
  expect(words).toMatchObject({ country: 'España', totalAssets: '1.500.000.000,5', leiRenewalOn: '31/12/2027' })
  expect(readTyped(entityFields, words)).toEqual({ values: entity, faults: {} })
})

test('DORA-07: a new thing is empty, and a value that cannot be understood is named', () => {
  for (const fields of [functionFields, arrangementFields, lineFields]) {
    const { values, faults } = readTyped(fields, typedValues(fields, null))
    expect(faults).toEqual({})
    expect(Object.values(values).every(value => value === null || value === '')).toBe(true)
  }
  const { faults } = readTyped(lineFields, { exitPlan: 'quizá', ownAuditOn: '31/02/2026', holdsData: 'No' })
  expect(faults).toEqual({
    exitPlan: '«quizá» no se entiende. Escriba Sí o No.',
    ownAuditOn: '«31/02/2026» no es una fecha. Escríbala como 31/12/2026.',
  })
})
