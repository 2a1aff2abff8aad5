import { describe, expect, test } from 'vitest'
import { pageOfAll } from '#server/http/list/page-of-all.ts'

const rows = [
  { name: 'Nieve', size: 10 },
  { name: 'Ñora', size: 9 },
  { name: null, size: 2 },
  { name: 'Ola', size: null },
]
const namesOf = (asked: { page?: number; size?: number; sort?: string }) =>
  pageOfAll(rows, { page: 0, size: 1000, ...asked }).content.map(({ name }) => name)

describe('API-05: a page of a list that is read whole', () => {
  test('keeps the given order', () => {
    expect(namesOf({})).toEqual(['Nieve', 'Ñora', null, 'Ola'])
    expect(namesOf({ page: 1, size: 3 })).toEqual(['Ola'])
  })

  test('sorts by a requested field, in Spanish and with missing values last', () => {
    expect(namesOf({ sort: 'name' })).toEqual(['Nieve', 'Ñora', 'Ola', null])
    expect(namesOf({ sort: 'name,desc' })).toEqual(['Ola', 'Ñora', 'Nieve', null])
    expect(namesOf({ sort: 'size,asc' })).toEqual([null, 'Ñora', 'Nieve', 'Ola'])
    expect(namesOf({ sort: 'size,desc', page: 1, size: 2 })).toEqual([null, 'Ola'])
  })

  test('says how many there are, also beyond the end', () => {
    expect(pageOfAll(rows, { page: 7, size: 2 })).toEqual({ content: [], totalElements: 4 })
  })
})
