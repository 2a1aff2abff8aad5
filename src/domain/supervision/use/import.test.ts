import { expect, test } from 'vitest'
import { readUseRow } from '#domain/supervision/use/import.ts'

const row = (more: object) => ({
  line: 3,
  cif: 'B1',
  service: 'SRV-1',
  critical: '',
  requiredScore: '',
  since: '',
  note: '',
  ...more,
})
const values = (more: object) => readUseRow(row(more)).values

test('a row sets what it says, as people write it', () => {
  expect(values({})).toEqual({})
  expect(values({ critical: 'sí', requiredScore: 'a / b / a+', since: '1/2/2026', note: ' Pagos ' })).toEqual({
    critical: 'YES',
    requiredScore: 'A/B/A+',
    since: '2026-02-01',
    note: 'Pagos',
  })
  expect(values({ critical: 'SIN EVALUAR', requiredScore: 'Ninguno', since: '2026-02-01' })).toEqual({
    critical: 'NOT_ASSESSED',
    requiredScore: null,
    since: '2026-02-01',
  })
  expect(values({ critical: ' x', since: ' 01/02/2026 00:00 ' })).toEqual({ critical: 'YES', since: '2026-02-01' })
  expect(values({ critical: 'NO', requiredScore: '-' })).toEqual({ critical: 'NO', requiredScore: null })
})

test.each([
  [{ cif: '' }, 'Fila 3, «CIF del proveedor»: está vacío. Escriba un valor o borre la fila.'],
  [{ service: ' ' }, 'Fila 3, «Clave del servicio»: está vacío. Escriba un valor o borre la fila.'],
  [
    { critical: ' quizá ' },
    'Fila 3, «Función esencial o importante»: «quizá» no se entiende. Escriba Sí, No o Sin evaluar.',
  ],
  [{ requiredScore: 'A/B' }, 'Fila 3, «Nivel exigido»: «A/B» no es un nivel. Escriba tres, por ejemplo A/B/A+.'],
  [
    { requiredScore: ` ${'x'.repeat(61)}` },
    `Fila 3, «Nivel exigido»: «${'x'.repeat(60)}…» no es un nivel. Escriba tres, por ejemplo A/B/A+.`,
  ],
  [{ note: 'x'.repeat(501) }, 'Fila 3, «Nota»: no puede superar los 500 caracteres.'],
  [{ since: '31/02/2026' }, 'Fila 3, «Desde»: «31/02/2026» no es una fecha. Escríbala como 31/12/2026.'],
])('a wrong cell is named with its row: %j', (more, message) => {
  expect(readUseRow(row(more)).faults.map(fault => fault.message)).toEqual([message])
})

test('a note has at most 500 characters', () => {
  expect(readUseRow(row({ note: 'x'.repeat(500) })).faults).toEqual([])
  expect(readUseRow(row({ note: 'x'.repeat(501) })).faults).toHaveLength(1)
})
