import { expect, test } from 'vitest'
import {
  documentationFilterOptions,
  favouriteFilterOptions,
  incidentFilterOptions,
} from '#domain/participant/search-filters.ts'

test('LIM-36 LIM-37: the words of the incident and favourites filters, in their order', () => {
  expect(incidentFilterOptions.map(option => option.label)).toEqual(['Abierta', 'Cerrada', '-'])
  expect(favouriteFilterOptions.map(option => option.label)).toEqual(['Si', 'No'])
})

test('entities and evaluators are filtered by what a documentation can be, in the words of the filter', () => {
  expect(documentationFilterOptions.map(option => option.label)).toEqual([
    'Pendiente',
    'Rechazada',
    'Caducada',
    'Aceptada',
  ])
})
