import { expect, test } from 'vitest'
import { addressErrors } from '#domain/values/contact/address.ts'
import { readPastedAddress } from '#domain/values/contact/pasted-address.ts'

test.each([
  [
    'C/ Reina Casilda, 14, 4.º B - 28045 Madrid',
    ['Calle', 'Reina Casilda', '14', '4.º B', '28045', 'Madrid', 'Madrid'],
  ],
  ['Calle Mayor 3\n44001 Teruel (Teruel)\nEspaña', ['Calle', 'Mayor', '3', '', '44001', 'Teruel', 'Teruel']],
  [
    'Avda. de la Constitución nº 12, 41004 Sevilla',
    ['Avenida', 'de la Constitución', '12', '', '41004', 'Sevilla', 'Sevilla'],
  ],
  [
    'Pol. Ind. Las Mercedes, s/n, nave 3, C.P. 28022 Madrid',
    ['Polígono', 'Las Mercedes', 's/n', 'nave 3', '28022', 'Madrid', 'Madrid'],
  ],
  ['Plaza del Pilar 18 bis; 50003 Zaragoza', ['Plaza', 'del Pilar', '18', 'bis', '50003', 'Zaragoza', 'Zaragoza']],
  [
    'Pº de Gracia, 92, 2ª planta, 08008 Barcelona',
    ['Paseo', 'de Gracia', '92', '2ª planta', '08008', 'Barcelona', 'Barcelona'],
  ],
])(
  '%j is understood, and every part is valid',
  (text, [viaLabel, viaName, viaNumber, extraData, postalCode, city, province]) => {
    const address = readPastedAddress(text)
    expect(address).toMatchObject({
      viaLabel,
      viaName,
      viaNumber,
      extraData,
      postalCode,
      city,
      province,
      country: 'España',
    })
    expect(addressErrors(address!)).toEqual({})
  },
)

test.each([
  ['Calle Mayor 3, 2º B, 44001 Teruel', '2º B', 'Teruel', 'España'],
  ['Calle Mayor, 3 2º B, esc. A, 44001 Teruel', '2º B, esc. A', 'Teruel', 'España'],
  ['Calle Mayor 3\r\n\r\n 44001   Teruel \n ESPAÑA', '', 'Teruel', 'España'],
  ['Calle Mayor 3 - Bajo. - 44001 Teruel. ', 'Bajo', 'Teruel', 'España'],
  ['Calle Mayor 3;bajo ;44001 Teruel , Andorra', 'bajo', 'Teruel', 'Andorra'],
  ['Calle Mayor 3, 44001 Teruel, Tel. 978600600', '', 'Teruel', 'España'],
  ['Calle Mayor 3, 44001 Teruel, Tel. 978600600, Andorra', '', 'Teruel', 'Andorra'],
])('%j has its extra data, its town and its country', (text, extraData, city, country) =>
  expect(readPastedAddress(text)).toMatchObject({
    viaName: 'Mayor',
    viaNumber: '3',
    extraData,
    postalCode: '44001',
    city,
    province: 'Teruel',
    country,
  }),
)

test('cuts only the text after the kind of a street', () =>
  expect(readPastedAddress('C/ San Juan. de la Peña 3, 44001 Teruel')).toMatchObject({
    viaLabel: 'Calle',
    viaName: 'San Juan. de la Peña',
  }))

test.each([
  'Reina Casilda',
  'Calle Mayor',
  'Madrid 28045',
  '14',
  '',
  'Llámeme al 912345678',
  'Calle Mayor 3, 99001 Otro',
])('%j is no whole address and is left alone', text => expect(readPastedAddress(text)).toBeNull())

test('a street without its kind keeps its name, and the kind is required', () => {
  const address = readPastedAddress('Reina Casilda 14, 28045 Madrid')
  expect(address).toMatchObject({ viaName: 'Reina Casilda', viaNumber: '14', viaType: '' })
  expect(Object.keys(addressErrors(address!))).toEqual(['viaType'])
})
