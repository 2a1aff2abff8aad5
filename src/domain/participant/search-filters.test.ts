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

test('filters entities and evaluators by the statuses of a documentation', () => {
  expect(documentationFilterOptions.map(option => option.label)).toEqual([
    'Pendiente',
    'Rechazada',
    'Caducada',
    'Aceptada',
  ])
})
