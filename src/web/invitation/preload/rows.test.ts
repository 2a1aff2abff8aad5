import { expect, test } from 'vitest'
import { entityPreload } from '#domain/invitation/entity-preload.ts'
import { IMPORT_MAX, type SheetRow } from '#domain/invitation/preload.ts'
import { providerPreload } from '#domain/invitation/provider-preload.ts'
import { faultsByLine, firstRows, included, remaining, type Taken, withRefused } from '#web/invitation/preload/rows.ts'

type EntityColumn = 'name' | 'codNRBE' | 'contactPerson' | 'email'
const row = (line: number, over: object = {}): SheetRow<EntityColumn> => ({
  line,
  name: `Banco ${line}`,
  codNRBE: String(1000 + line),
  contactPerson: 'Ana Gil',
  email: `ana${line}@banco.example`,
  ...over,
})
const none: Taken<'email' | 'codNRBE'> = { email: [], codNRBE: [] }
const settings = { productName: 'Almotacén', cifRule: 'agencia-tributaria' } as const
const byLine = (rows: ReturnType<typeof firstRows<EntityColumn>>, taken: typeof none) =>
  faultsByLine(entityPreload, rows, taken, settings)
const faults = (rows: ReturnType<typeof row>[], taken = none) => Object.fromEntries(byLine(firstRows(rows), taken))

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
  expect(byLine(rows, none).get(3)?.email).toBe(
    'El correo electrónico ana2@banco.example está repetido: también está en la fila 2. Deje solo una de las dos.',
  )
  const without = rows.map(each => ({ ...each, out: each.line === 2 }))
  expect(byLine(without, none).size).toBe(0)
  expect(included(entityPreload, without).map(({ line, email }) => [line, email])).toEqual([[3, 'ana2@banco.example']])
})

test('ERR-05: marks existing values when read, and when the server refuses them', () => {
  const rows = firstRows([row(2, { codNRBE: '49' }), row(3)])
  const read = { email: [], codNRBE: ['0049'] }
  expect(byLine(rows, read).get(2)?.codNRBE).toBe('Ya hay una entidad con el código 0049. Deje la fila fuera.')
  const since = withRefused(entityPreload, read, rows, [{ line: 3, column: 'email' }])
  expect(byLine(rows, since).get(3)?.email).toBe('Ya tiene una invitación a Almotacén. Introduzca otro correo.')
})

test('rows beyond one import wait for the next', () => {
  const rows = firstRows(Array.from({ length: IMPORT_MAX + 3 }, (_, index) => row(index + 2)))
  expect(included(entityPreload, rows)).toHaveLength(IMPORT_MAX)
  expect(remaining(rows).map(each => [each.line, each.out])).toEqual([500, 501, 502].map(n => [n + 2, false]))
})

test('EXP-29: a company that is a provider already is marked, whatever the control character of its CIF', () => {
  const rows = firstRows<'name' | 'cif' | 'email'>([
    { line: 2, name: 'Cúmulo, S.C.', cif: 'F-0474317-E', email: 'hola@cumulus.example' },
    { line: 3, name: 'Cúmulo', cif: 'F04743175', email: 'nueva@cumulus.example' },
    { line: 4, name: 'Mal', cif: 'B1', email: 'mal@cumulus.example' },
  ])
  const found = (taken: Taken<'cif' | 'email'>) =>
    Object.fromEntries(faultsByLine(providerPreload, rows, taken, settings))
  const nothing = { cif: [], email: [] }
  expect(found(nothing)).toEqual({
    3: { cif: 'El CIF F04743175 está repetido: también está en la fila 2. Deje solo una de las dos.' },
    4: { cif: '«B1» no es un CIF. Compruebe sus nueve signos.' },
  })
  const since = withRefused(providerPreload, nothing, rows, [{ line: 2, column: 'cif' }])
  expect(since.cif).toEqual(['F0474317'])
  expect(found(since)[2]).toEqual({ cif: 'Ya hay un proveedor con el CIF F0474317E. Deje la fila fuera.' })
})
