import { expect, test } from 'vitest'
import { IMPORT_MAX } from '#domain/invitation/preload.ts'
import { faultsByLine, firstRows, included, remaining, withRefused } from '#web/invitation/preload/rows.ts'

const row = (line: number, over: object = {}) => ({
  line,
  name: `Banco ${line}`,
  codNRBE: String(1000 + line),
  contactPerson: 'Ana Gil',
  email: `ana${line}@banco.example`,
  ...over,
})
const none = { email: [], codNRBE: [] }
const faults = (rows: Parameters<typeof firstRows>[0], taken = none) =>
  Object.fromEntries(faultsByLine(firstRows(rows), taken, 'Almotacén'))

test('INV-02 ERR-05: each wrong cell has its reason, and a right sheet has none', () => {
  expect(faults([row(2), row(3)])).toEqual({})
  expect(faults([row(2, { name: ' ', codNRBE: '12345' }), row(3, { email: 'ana' })])).toEqual({
    2: {
      name: 'Está vacío. Escriba un valor o deje la fila fuera.',
      codNRBE: '«12345» no es un código NRBE. Escriba cuatro cifras, por ejemplo 0049.',
    },
    3: { email: '«ana» no es un correo electrónico. Escríbalo como nombre@entidad.es.' },
  })
})

test('ERR-05: a repeated value is wrong until one of its rows is left out', () => {
  const rows = firstRows([row(2), row(3, { email: 'ANA2@banco.example ' })])
  expect(faultsByLine(rows, none, 'Almotacén').get(3)?.email).toBe(
    'El correo electrónico ana2@banco.example está repetido: también está en la fila 2. Deje solo una de las dos.',
  )
  const without = rows.map(each => ({ ...each, out: each.line === 2 }))
  expect(faultsByLine(without, none, 'Almotacén').size).toBe(0)
  expect(included(without).map(({ line, email }) => [line, email])).toEqual([[3, 'ana2@banco.example']])
})

test('ERR-05: marks existing values when read, and when the server refuses them', () => {
  const rows = firstRows([row(2, { codNRBE: '49' }), row(3)])
  const read = { email: [], codNRBE: ['0049'] }
  expect(faultsByLine(rows, read, 'Almotacén').get(2)?.codNRBE).toBe(
    'Ya hay una entidad con el código 0049. Deje la fila fuera.',
  )
  const since = withRefused(read, rows, [{ line: 3, column: 'email' }])
  expect(faultsByLine(rows, since, 'Almotacén').get(3)?.email).toBe(
    'Ya tiene una invitación a Almotacén. Introduzca otro correo.',
  )
})

test('rows beyond one import wait for the next', () => {
  const rows = firstRows(Array.from({ length: IMPORT_MAX + 3 }, (_, index) => row(index + 2)))
  expect(included(rows)).toHaveLength(IMPORT_MAX)
  expect(remaining(rows).map(each => [each.line, each.out])).toEqual([500, 501, 502].map(n => [n + 2, false]))
})
