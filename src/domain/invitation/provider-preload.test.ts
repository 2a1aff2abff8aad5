import { expect, test } from 'vitest'
import { preloadCheck } from '#domain/invitation/preload.ts'
import { providerPreload } from '#domain/invitation/provider-preload.ts'

const row = (line: number, changes: Partial<Record<'name' | 'cif' | 'email', string>> = {}) => ({
  line,
  ...providerPreload.normalise({ name: 'Nimbus, S.A.', cif: 'A-58.818.501', email: 'Ana@Nimbus.example', ...changes }),
})
const faults = (...rows: ReturnType<typeof row>[]) =>
  rows
    .flatMap(preloadCheck(providerPreload, { productName: 'Almotacén', cifRule: 'agencia-tributaria' }))
    .map(({ message }) => message)

test('EASE-13: a row is right with name, CIF and e-mail, in the spellings that people use', () => {
  expect(row(2)).toEqual({ line: 2, name: 'Nimbus, S.A.', cif: 'A58818501', email: 'ana@nimbus.example' })
  expect(faults(row(2))).toEqual([])
  // Companies from abroad have a Spanish CIF of their own: N, or W for an establishment.
  expect(faults(row(2, { cif: 'N0012345E' }), row(3, { cif: 'W0012345E', email: 'b@b.example' }))).toEqual([])
})

test('EASE-13: names each wrong cell by row and column, and each repetition of an earlier row', () => {
  expect(faults(row(2, { name: '' }), row(3, { cif: 'A58818502', email: 'b@b.example' }))).toEqual([
    'Fila 2, «Nombre»: está vacío. Escriba un valor o borre la fila.',
    'Fila 3, «CIF»: «A58818502» no es un CIF. Compruebe sus nueve signos.',
  ])
  expect(faults(row(2), row(3, { email: 'nadie' }), row(4, { cif: 'B12345674' }))).toEqual([
    'Fila 3, «Correo electrónico»: «nadie» no es un correo electrónico. Escríbalo como nombre@empresa.es.',
    'Filas 2 y 3: el CIF A58818501 está repetido. Deje solo una de las dos.',
    'Filas 2 y 4: el correo electrónico ana@nimbus.example está repetido. Deje solo una de las dos.',
  ])
})
