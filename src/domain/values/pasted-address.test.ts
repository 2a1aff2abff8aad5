import { expect, test } from 'vitest'
import { addressErrors } from '#domain/values/address.ts'
import { readPastedAddress } from '#domain/values/pasted-address.ts'

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
  'Reina Casilda',
  'Calle Mayor',
  'Madrid 28045',
  '14',
  '',
  'Llámeme al 912345678',
  'Calle Mayor 3, 99001 Otro',
])('%j is no whole address and is left alone', text => expect(readPastedAddress(text)).toBeNull())

test('a street whose kind is not said keeps its name, and its kind is asked for', () => {
  const address = readPastedAddress('Reina Casilda 14, 28045 Madrid')
  expect(address).toMatchObject({ viaName: 'Reina Casilda', viaNumber: '14', viaType: '' })
  expect(Object.keys(addressErrors(address!))).toEqual(['viaType'])
})
