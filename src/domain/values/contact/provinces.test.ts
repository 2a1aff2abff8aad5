import { describe, expect, it } from 'vitest'
import { foldForSearch } from '#domain/values/collate.ts'
import { findProvince, PROVINCES, provinceOfPostalCode } from '#domain/values/contact/provinces.ts'

describe('provinces', () => {
  it('are 52, with the codes 01 to 52 in order', () => {
    const codes = Array.from({ length: 52 }, (_, index) => String(index + 1).padStart(2, '0'))
    expect(PROVINCES.map(province => province.code)).toEqual(codes)
  })

  it('no name belongs to two provinces', () => {
    const names = PROVINCES.flatMap(province => [province.name, ...(province.alsoKnownAs ?? [])])
    expect(new Set(names.map(foldForSearch)).size).toBe(names.length)
  })

  it.each([
    ['Madrid', '28'],
    ['málaga', '29'],
    ['MALAGA', '29'],
    ['Gerona', '17'],
    ['Girona', '17'],
    ['Vizcaya', '48'],
    ['Álava', '01'],
    ['Araba/Álava', '01'],
    ['La Coruña', '15'],
    ['Valencia', '46'],
    ['Baleares', '07'],
    ['Ceuta', '51'],
    ['Melilla', '52'],
    ['Orense', '32'],
    ['Lisboa', undefined],
    ['', undefined],
  ])('finds %j as %s', (name, code) => expect(findProvince(name)?.code).toBe(code))

  it.each([
    ['28045', 'Madrid'],
    ['01001', 'Araba/Álava'],
    ['35001', 'Las Palmas'],
    ['38001', 'Santa Cruz de Tenerife'],
    ['50001', 'Zaragoza'],
    ['52001', 'Melilla'],
    ['53001', undefined],
    ['', undefined],
  ])('the postal code %j is of %s', (code, name) => expect(provinceOfPostalCode(code)?.name).toBe(name))
})
