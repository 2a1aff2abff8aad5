import { describe, expect, test } from 'vitest'
import { cifsIn, pageOfCif, pageOfName } from '#domain/document/precheck/company.ts'

describe('DESK-10: a CIF is found', () => {
  test.each([
    'CIF B12345674',
    'N.I.F.: B-12.345.674',
    'b 12345674',
    'B12 345 674',
    'NIF ESB12345674.',
    'Nº ES-B-12345674,',
    'B/12345674',
    'B-12345674\nDomicilio',
  ])('in %j', text => expect(pageOfCif(['', text], 'B12345674')).toBe(2))

  test.each(['B123456745', 'AB12345674', 'B12345675', 'B 1234567', '', '12345674'])('not in %j', text =>
    expect(pageOfCif([text], 'B12345674')).toBeNull(),
  )

  test('lists other CIFs with a right control character only, once each', () => {
    expect(cifsIn(['A58818501 y B12345675', 'a-58.818.501, B12345674 y 12345678Z'])).toEqual([
      { cif: 'A58818501', page: 1 },
      { cif: 'B12345674', page: 2 },
    ])
  })
})

describe('DESK-10: a name is found whatever its accents, case and legal form', () => {
  test.each([
    ['Nubarrón Gestión, S.L.', 'NUBARRON GESTION SL'],
    ['Nubarrón Gestión, S.L.', 'la mercantil Nubarrón\nGestión, Sociedad Limitada, con domicilio'],
    ['Nubarrón Gestión, S.L.', 'Nubarron Gestión S. L. U. declara'],
    ['Nubarrón Gestión, S.L.', 'Tomador: Nubarrón Gestión'],
    ['Nubarrón Gestión, S.L.', 'que Nubarrón Gestión cumple con sus obligaciones'],
    ['Nubarrón Gestión, S.L.', 'LA EMPRESA NUBARRÓN GESTIÓN CERTIFICA QUE'],
    ['Nubarrón Gestión, S.L.', 'Nubarrón Gestión, S.A.'],
    ['Nubarrón & Cía., S.L.P.', 'por Nubarrón y Cía. Nubarrón & Cía, S.L.P.'],
    ['Aceros del Norte, S.A.', 'RAZÓN SOCIAL ACEROS DEL NORTE CIF B12345674'],
    ['Aceros del Norte, S.A.', 'Aceros del Norte\nCalle Mayor, 3'],
    ['Caja Rural de Soria, S. Coop. de Crédito', 'Caja Rural de Soria, S.Coop. de Crédito'],
    ['Mirlo, S.L.', 'Asegurado: MIRLO, S.L. y Aceros, S.A.'],
  ])('%s in %j', (name, text) => expect(pageOfName([text], name)).toBe(1))
})

describe('DESK-10: a longer name that contains it does not mislead', () => {
  test.each([
    ['Aceros del Norte, S.A.', 'Aceros del Norte Industrial, S.A.'],
    ['Aceros del Norte, S.A.', 'ACEROS DEL NORTE\nINDUSTRIAL, S.A.'],
    ['Aceros del Norte, S.A.', 'Grupo Aceros del Norte, S.A.'],
    ['Aceros del Norte, S.A.', 'Talleres y Aceros del Norte, S.L.'],
    ['Aceros del Norte, S.A.', 'la empresa Aceros del Norte Servicios declara'],
    ['Mirlo, S.L.', 'MIRLO BLANCO SL'],
    ['Mirlo, S.L.', 'Mirlos, S.L.'],
    ['Mirlo, S.L.', 'El Mirlo Blanco y Compañía, S.L.'],
    ['Nubarrón Gestión, S.L.', 'Nubarrón, S.L.'],
    ['Nubarrón Gestión, S.L.', ''],
  ])('%s is not in %j', (name, text) => expect(pageOfName([text], name)).toBeNull())

  test('a name of no letters is nowhere', () => {
    expect(pageOfName(['S.L.', 'S.A.'], 'S.L.')).toBeNull()
    expect(pageOfCif(['B'], '')).toBeNull()
  })
})
