import { describe, expect, test } from 'vitest'
import type { Declared } from '#domain/validation/paper.ts'
import { declaredOf, expiriesOnPaper, isOnPaper, paperOf } from '#domain/validation/paper.ts'

const participant = {
  businessName: 'Nubarrón Gestión, S.L.',
  name: 'Nubarrón',
  cif: 'B12345674',
  address: { viaLabel: 'Calle', viaName: 'Reina Casilda', viaNumber: '14', postalCode: '28045', city: 'Madrid' },
}
const declared = declaredOf(participant, { service: 'Transporte de valija' })
const found = (paper: string) =>
  Object.fromEntries(declared.map((each: Declared) => [each.label, isOnPaper(each, paperOf(paper))]))

test('compares the declared values, and no empty ones', () => {
  expect(declared.map(({ label, value }) => [label, value])).toEqual([
    ['Razón social', 'Nubarrón Gestión, S.L.'],
    ['CIF', 'B12345674'],
    ['Domicilio', 'Calle Reina Casilda, 14, 28045 Madrid'],
    ['Servicio', 'Transporte de valija'],
  ])
  const labels = declaredOf({ businessName: '', name: 'Nubarrón', cif: '', address: null }, null)
  expect(labels.map(({ label, value }) => [label, value])).toEqual([['Razón social', 'Nubarrón']])
})

describe('a declared value is found on the paper', () => {
  test.each([
    ['Razón social', 'NUBARRON GESTION SL'],
    ['Razón social', 'la mercantil Nubarrón\nGestión, Sociedad Limitada, con'],
    ['CIF', 'N.I.F.: B-12.345.674'],
    ['CIF', 'ESB12345674'],
    ['Domicilio', 'C/ Reina Casilda, n.º 14, 28045 MADRID'],
    ['Domicilio', 'Reina Casilda 14\n28045'],
    ['Servicio', 'transporte  de valija'],
  ])('%s in %j', (label, paper) => expect(found(paper)[label]).toBe(true))

  test.each([
    ['Razón social', 'Nubarrón Gestión, S.A.'],
    ['CIF', 'B123456745'],
    ['Domicilio', 'Reina Casilda, 145, 28045'],
    ['Domicilio', 'Reina Casilda, 14, 08045 Barcelona'],
    ['Servicio', ''],
  ])('and not %s in %j', (label, paper) => expect(found(paper)[label]).toBe(false))
})

test.each([
  ['Válido hasta el 30/06/2027', ['2027-06-30']],
  ['Fecha30.6.2027 y 2028-01-31', ['2028-01-31', '2027-06-30']],
  ['vence el 1 de setiembre de 2027', ['2027-09-01']],
  ['vence el 5 de Marzo del 2027, expedido el 5 de marzo de 2025', ['2027-03-05']],
  ['31/02/2027, 40 de mayo de 2027, 3 de tal de 2027, 01/01/2150', []],
  ['21/11/2026', []],
  ['22/11/2026 22-11-2026', ['2026-11-22']],
])('the expiries on %j are %j', (text, days) => expect(expiriesOnPaper(text, '2026-11-21')).toEqual(days))

test('only the latest expiries are offered', () => {
  const many = Array.from({ length: 9 }, (_, at) => `0${at + 1}/01/2027`).join(' ')
  expect(expiriesOnPaper(many, '2026-11-21')).toEqual(['2027-01-09', '2027-01-08', '2027-01-07', '2027-01-06'])
})
