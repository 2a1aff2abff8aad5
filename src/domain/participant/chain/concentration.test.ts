import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Placed } from '#domain/participant/chain/concentration.ts'
import {
  banksBand,
  companiesIn,
  concentrationOf,
  isSought,
  sortedCompanies,
} from '#domain/participant/chain/concentration.ts'

const company = (id: string, more: Partial<Placed['company']> = {}): Placed['company'] => ({
  id,
  name: `Empresa ${id}`,
  lei: null,
  euid: null,
  isParticipant: false,
  country: null,
  ...more,
})
const place = (on: string, of: Placed['company'], more: Partial<Placed> = {}): Placed => ({
  on,
  company: of,
  rank: 2,
  underpins: false,
  countries: [],
  ictType: null,
  ...more,
})

test('CHAIN-13: a company under two uses is a concentration, at whatever rank, and each use counts once', () => {
  const centre = company('a', { country: 'ES' })
  const [found, ...others] = concentrationOf([
    place('u1', centre, { rank: 4, countries: ['IE'], ictType: 'S07' }),
    place('u1', centre, { rank: 3, underpins: true, ictType: 'S10' }),
    place('u2', centre, { rank: 1 }),
    place('u2', company('b')),
  ])
  expect(others).toEqual([])
  expect(found).toMatchObject({
    name: 'Empresa a',
    countries: ['ES', 'IE'],
    ictTypes: ['S07', 'S10'],
    on: [
      { on: 'u1', rank: 3, underpins: true },
      { on: 'u2', rank: 1, underpins: false },
    ],
  })
})

test('CHAIN-13 CHAIN-14: a participant and companies outside with its LEI are one, with its name', () => {
  const participant = company('p', { lei: 'L1', isParticipant: true, name: 'Nube Uno, S.A.' })
  const outside = company('c', { lei: 'L1', euid: 'E1' })
  const [one, ...others] = companiesIn([
    place('s1', outside),
    place('s2', company('d', { euid: 'E1' })),
    place('s3', participant),
  ])
  expect(others).toEqual([])
  expect(one).toMatchObject({ id: 'p', name: 'Nube Uno, S.A.', lei: 'L1', euid: 'E1' })
  expect(one!.on).toHaveLength(3)
})

test('CHAIN-13: a company keeps the data of each of its places', () => {
  const first = company('a', { euid: 'E1' })
  const [one, other] = companiesIn([
    place('s1', first, { underpins: true }),
    place('s1', company('b', { euid: 'E1', lei: 'L1' })),
    place('s2', company('c')),
  ])
  expect(one).toMatchObject({ lei: 'L1', euid: 'E1', countries: [], on: [{ on: 's1', rank: 2, underpins: true }] })
  expect(other).toMatchObject({ lei: null, countries: [], ictTypes: [] })
})

test('CHAIN-14: each place counts for exactly one company, once', () => {
  const places = fc.array(
    fc
      .tuple(fc.constantFrom('s1', 's2', 's3'), fc.constantFrom('a', 'b', 'c', 'd'))
      .map(([on, id]) => place(on, company(id))),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(places, placed => {
      const counted = companiesIn(placed).flatMap(({ id, on }) => on.map(each => `${id} ${each.on}`))
      expect(new Set(counted).size).toBe(counted.length)
      expect(new Set(counted)).toEqual(new Set(placed.map(each => `${each.company.id} ${each.on}`)))
    }),
  )
})

test.each([
  [0, '–'],
  [2, '–'],
  [3, '3 a 10'],
  [10, '3 a 10'],
  [11, '11 a 50'],
  [50, '11 a 50'],
  [51, 'más de 50'],
  [4000, 'más de 50'],
])('CHAIN-15: %i banks are shown as %s', (banks, band) => expect(banksBand(banks)).toBe(band))

test('CHAIN-16: by country, type and name', () => {
  const row = { name: 'Centro de datos Ebro', countries: ['ES', 'IE'], ictTypes: ['S07'] }
  expect(isSought(row, {})).toBe(true)
  expect(isSought(row, { country: 'IE', ictType: 'S07', company: 'ébro' })).toBe(true)
  expect(isSought(row, { country: 'FR' })).toBe(false)
  expect(isSought(row, { ictType: 'S17' })).toBe(false)
  expect(isSought(row, { company: 'tajo' })).toBe(false)
})

test('CHAIN-14: sorts companies by their numbers, and equal ones by name', () => {
  const rows = [
    { id: '1', name: 'Zeta', services: 2 },
    { id: '2', name: 'Ñandú', services: 1 },
    { id: '3', name: 'Nube', services: 1 },
  ]
  const namesBy = (sort: string) =>
    sortedCompanies(rows, sort, { services: row => row.services }).map(({ name }) => name)
  expect(namesBy('services,desc')).toEqual(['Zeta', 'Nube', 'Ñandú'])
  expect(namesBy('services')).toEqual(['Nube', 'Ñandú', 'Zeta'])
  expect(namesBy('company,desc')).toEqual(['Zeta', 'Ñandú', 'Nube'])
})
