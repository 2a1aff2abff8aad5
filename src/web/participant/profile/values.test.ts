import { expect, test } from 'vitest'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { eachField } from '#domain/participant/field-lists.ts'
import { writableByOwner } from '#domain/participant/participant.ts'
import { eachInItsTab } from '#test/support/web/tab.ts'
import { keepEditDraft, readEditDraft } from '#web/conflict/editDraft.ts'
import { changesOf, hasEqualAddresses, profileOf, storedPart, valuesOf } from '#web/participant/profile/values.ts'

eachInItsTab()

const id = '01k79rfa4y7jxmrrgyav89fn8n'
const empty: ParticipantWire = {
  id,
  idGenericEntity: id,
  type: 'PROVIDER',
  ...eachField(() => ''),
  name: 'Cierzo, S.L.',
  companyType: 'MICRO',
  expiredAt: null,
  extraData: { 'Plan. B': 'sí' },
  fav: [],
  contactDetails: {},
  address: null,
  billingAddress: null,
  economicInfo: { volBilling: { lastExercise: 4812 }, results: { lastExercise: -350, exercise1: 0 } },
  economicYear: 2025,
  onboarded: false,
  version: 3,
}
const values = valuesOf('PROVIDER', empty)
const writable = writableByOwner('PROVIDER', false)
const changes = (more: Record<string, string>) => changesOf('PROVIDER', values, { ...values, ...more }, writable)

test('shows figures in Spanish, zero as a figure, and missing ones empty', () => {
  expect(values['economicInfo.volBilling.lastExercise']).toBe('4.812')
  expect(values['economicInfo.results.lastExercise']).toBe('-350')
  expect(values['economicInfo.results.exercise1']).toBe('0')
  expect(values['economicInfo.volActive.lastExercise']).toBe('')
})

test('an untouched form has nothing to send, and its proposed country makes no address', () => {
  expect(changesOf('PROVIDER', values, values, writable)).toBeNull()
  expect(profileOf('PROVIDER', values).address).toMatchObject({ viaName: '', country: 'España' })
  expect(changes({ 'address.country': 'Francia' })).toEqual({ address: null })
})

test('a form without addresses bills at the address', () => {
  expect(hasEqualAddresses(values)).toBe(true)
  expect(hasEqualAddresses({ ...values, 'address.country': 'Francia' })).toBe(false)
})

test('only the parts that changed are sent, each whole, figures as numbers', () => {
  expect(changes({ cif: 'B12345674' })).toEqual({ cif: 'B12345674' })
  expect(changes({ 'economicInfo.results.exercise2': '1.020' })).toEqual({
    economicInfo: {
      volBilling: { lastExercise: 4812, exercise1: null, exercise2: null },
      results: { lastExercise: -350, exercise1: 0, exercise2: 1020 },
      volActive: { lastExercise: null, exercise1: null, exercise2: null },
    },
  })
  expect(changes({ 'extraData.Otro': 'x' })).toEqual({ extraData: { 'Plan. B': 'sí', Otro: 'x' } })
  expect(changes({ 'address.city': 'Teruel' })?.address).toMatchObject({ city: 'Teruel', country: 'España' })
})

test('does not send read-only fields', () => {
  const entity = valuesOf('ENTITY', { ...empty, type: 'ENTITY' })
  const sent = changesOf('ENTITY', entity, { ...entity, name: 'Otra' }, writableByOwner('ENTITY', true))
  expect(sent).toBeNull()
})

test('an unfinished figure is kept after a save as well', () => {
  const figure = 'economicInfo.results.lastExercise'
  const values = { cif: 'B12345674', [figure]: 'cuatro mil' }
  keepEditDraft('p', { version: 3, base: storedPart(values), values })
  expect(readEditDraft('p')).toEqual({ version: 3, base: { [figure]: '' }, typed: { [figure]: 'cuatro mil' } })
})
