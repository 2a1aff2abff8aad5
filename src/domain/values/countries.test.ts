import { expect, test } from 'vitest'
import {
  countries,
  countryName,
  countryNames,
  isCountry,
  isInRegisterNetwork,
  isInUnion,
} from '#domain/values/countries.ts'

test('countries have Spanish names and are sorted by them', () => {
  expect([countryName('ES'), countryName('IE'), countryName('?')]).toEqual(['España', 'Irlanda', '?'])
  expect(countryNames(['ES', 'IE'])).toBe('España, Irlanda')
  expect(countries[0]).toBe('AF')
  expect(new Set(countries).size).toBe(250)
  for (const code of countries) expect(countryName(code), code).not.toBe(code)
})

test('a code of the list is a country; the Union has 27, and its network of registers three more', () => {
  expect([isCountry('ES'), isCountry('es'), isCountry('EL'), isCountry('')]).toEqual([true, false, false, false])
  expect(countries.filter(isInUnion)).toHaveLength(27)
  expect(countries.filter(isInRegisterNetwork)).toHaveLength(30)
})
