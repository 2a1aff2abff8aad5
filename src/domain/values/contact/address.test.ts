import { describe, expect, it } from 'vitest'
import {
  type Address,
  type AddressDraft,
  addressErrors,
  normaliseAddress,
  VIA_TYPES,
} from '#domain/values/contact/address.ts'

const EMPTY = 'No puede estar vacio'
const address: Address = {
  viaType: 'CL',
  viaLabel: 'Calle',
  viaName: 'Méndez Álvaro',
  viaNumber: '44',
  postalCode: '28045',
  province: 'Madrid',
  city: 'Madrid',
  country: 'España',
  extraData: '',
}
const errorsWith = (change: AddressDraft) => addressErrors({ ...address, ...change })

describe('address', () => {
  it('PART-21: is right without extraData (D33)', () => {
    expect(addressErrors(address)).toEqual({})
    expect(errorsWith({ extraData: 'Planta 4.ª, oficina B' })).toEqual({})
  })

  it('PART-21 FORM-16: says of every other field that it is empty', () => {
    const missing = {
      viaType: EMPTY,
      viaName: EMPTY,
      viaNumber: EMPTY,
      postalCode: EMPTY,
      province: EMPTY,
      city: EMPTY,
      country: EMPTY,
    }
    expect(addressErrors({})).toEqual(missing)
    const blank = { viaType: ' ', viaName: null, viaNumber: '', postalCode: ' ', province: '', city: '', country: '' }
    expect(addressErrors(blank)).toEqual(missing)
  })

  it.each(['viaType', 'viaName', 'viaNumber', 'postalCode', 'province', 'city', 'country'] as const)(
    'PART-21: requires %s',
    field => expect(errorsWith({ [field]: '' })).toEqual({ [field]: EMPTY }),
  )

  it.each(['1', '44', '1200', 's/n', 'S/N', 'sn'])('PART-22: viaNumber takes %j', viaNumber =>
    expect(errorsWith({ viaNumber })).toEqual({}),
  )

  it.each(['0', '000', '-4', '4.5', '12 bis', 'km 3', 'n/s', '٤٤'])(
    'PART-22 FORM-16: viaNumber does not take %j',
    viaNumber =>
      expect(errorsWith({ viaNumber })).toEqual({ viaNumber: 'El número de la vía debe ser una cifra o «s/n».' }),
  )

  it('PART-23: the kinds of via, in order', () => {
    expect(VIA_TYPES.map(via => `${via.code} ${via.label}`)).toEqual([
      'AL Alameda',
      'AV Avenida',
      'CL Calle',
      'CJ Calleja',
      'CM Camino',
      'CR Carretera',
      'ED Edificio',
      'GL Glorieta',
      'PJ Pasaje',
      'PS Paseo',
      'PL Plaza',
      'PL Polígono',
      'SC Sector',
      'TR Travesía',
      'UR Urbanización',
      'V Vía',
    ])
  })

  it('PART-24: PL is Plaza and Polígono, and the label tells them apart (D26)', () => {
    expect(errorsWith({ viaType: 'PL', viaLabel: 'Plaza' })).toEqual({})
    expect(errorsWith({ viaType: 'PL', viaLabel: 'Polígono' })).toEqual({})
    expect(normaliseAddress({ ...address, viaType: 'PL', viaLabel: 'Polígono' }).viaLabel).toBe('Polígono')
  })

  it('PART-24: the label follows the code where a caller sent none', () => {
    expect(normaliseAddress({ viaType: 'CL' }).viaLabel).toBe('Calle')
    expect(normaliseAddress({ viaType: 'PL' }).viaLabel).toBe('Plaza')
    expect(errorsWith({ viaLabel: undefined })).toEqual({})
  })

  it('PART-23: refuses an unknown kind of via and a label of another code', () => {
    expect(errorsWith({ viaType: 'XX' })).toEqual({ viaType: 'Elija un tipo de vía de la lista.' })
    expect(errorsWith({ viaLabel: 'Plaza' })).toEqual({ viaLabel: 'Elija un tipo de vía de la lista.' })
  })

  it.each([
    ['28045', 'Barcelona'],
    ['08001', 'Madrid'],
    ['52001', 'Ceuta'],
  ])('%s does not agree with %s', (postalCode, province) =>
    expect(errorsWith({ postalCode, province })).toEqual({
      postalCode: 'El código postal no corresponde a la provincia.',
    }),
  )

  it('FORM-34: the rule of the postal code speaks before the province does', () =>
    expect(errorsWith({ postalCode: '58020' })).toEqual({ postalCode: 'Código Postal erroneo' }))

  it('in Spain, in any spelling, the province is one of the list', () => {
    for (const country of ['España', 'ESPAÑA', 'espana', 'Spain']) {
      expect(errorsWith({ country, province: 'Lisboa' })).toEqual({ province: 'Elija una provincia de la lista.' })
    }
    expect(errorsWith({ country: 'Alemania', province: 'Berlín', postalCode: '10115' })).toEqual({})
  })

  it('normalises pasted text', () => {
    const pasted = { ...address, viaName: ' Méndez Álvaro ', viaNumber: 'S/N', postalCode: '28 045', extraData: null }
    expect(normaliseAddress(pasted)).toEqual({ ...address, viaNumber: 's/n' })
  })
})
