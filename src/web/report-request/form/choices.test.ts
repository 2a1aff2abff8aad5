import { expect, test } from 'vitest'
import { servicesByType } from '#web/report-request/form/choices.ts'

const service = (id: string, type: string, name: string) => ({ id, key: id, type, name, description: name, version: 1 })

test('services are grouped by type, both in Spanish order', () => {
  const grouped = servicesByType([
    service('1', 'Ópticos', 'Digitalización'),
    service('2', 'Archivo', 'Ñandú'),
    service('3', 'Archivo', 'Óptimo'),
    service('4', 'Archivo', 'Nave'),
    service('5', 'Papel', 'Destrucción'),
  ])
  expect(grouped.map(({ group, items }) => [group, items.map(item => item.label)])).toEqual([
    ['Archivo', ['Nave', 'Ñandú', 'Óptimo']],
    ['Ópticos', ['Digitalización']],
    ['Papel', ['Destrucción']],
  ])
  expect(grouped[0]?.items[0]).toEqual({ value: '4', label: 'Nave' })
})
