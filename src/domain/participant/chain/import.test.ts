import { expect, test } from 'vitest'
import { type ChainColumn, chainExample, readChainRow } from '#domain/participant/chain/import.ts'

const row = (more: Partial<Record<ChainColumn, string>> = {}) => ({
  line: 3,
  ...{ service: 'SRV-1', company: 'Centro Norte', cif: '', lei: '', euid: '', country: '', recipient: '', ictType: '' },
  ...{ description: '', underpins: 'No', handlesData: 'No', countries: '', since: '01/02/2026', until: '' },
  ...{ urgentReason: '', ...more },
})
const least = {
  ...{ service: 'SRV-1', company: 'Centro Norte', cif: '', lei: '', euid: '', country: null, recipient: '' },
  ...{ ictType: null, description: '', underpins: false, handlesData: false, countries: [], since: '2026-02-01' },
  ...{ until: null, urgentReason: '' },
}

test('CHAIN-11: reads the usual spellings in a row', () => {
  expect(readChainRow(row())).toEqual({ values: least, faults: [] })
  const whole = row({
    ...{ service: ' SRV-1 ', cif: ' B12345674', lei: '5493006QMFDDMYWIAM13', euid: 'ESX1', country: 'España' },
    ...{ recipient: 'Centro Sur', ictType: 's07', description: 'Aloja', underpins: 'sí', handlesData: 'SI' },
    ...{ countries: 'ES, Irlanda/PT;', since: ' 01/02/2026', until: '31/12/2026 ', urgentReason: 'Quiebra' },
  })
  expect(readChainRow(whole)).toEqual({
    values: {
      ...{ service: 'SRV-1', company: 'Centro Norte', cif: 'B12345674', lei: '5493006QMFDDMYWIAM13', euid: 'ESX1' },
      ...{ country: 'ES', recipient: 'Centro Sur', ictType: 'S07', description: 'Aloja', underpins: true },
      ...{ handlesData: true, countries: ['ES', 'IE', 'PT'], since: '2026-02-01', until: '2026-12-31' },
      urgentReason: 'Quiebra',
    },
    faults: [],
  })
  const { ictType } = readChainRow(row({ ictType: ' s17 · Nube' })).values
  expect(ictType).toBe('S17')
  const { values, faults } = readChainRow(row({ since: '01/02/2026 00:00 ', until: '  ' }))
  expect([values.since, values.until, faults]).toEqual(['2026-02-01', null, []])
})

test('CHAIN-11: unknown values of a row count as empty', () => {
  const { values } = readChainRow(row({ underpins: 'quizá', countries: 'ES; XX', since: '' }))
  expect([values.underpins, values.countries, values.since]).toEqual([false, ['ES'], ''])
})

const empty = 'está vacío. Escriba un valor o borre la fila.'
test.each([
  [{ service: ' ' }, `«Clave del servicio»: ${empty}`],
  [{ company: '' }, `«Empresa»: ${empty}`],
  [{ underpins: '' }, `«Sustenta el servicio»: ${empty}`],
  [{ handlesData: ' ' }, `«Trata datos»: ${empty}`],
  [{ since: '' }, `«Desde»: ${empty}`],
  [{ underpins: 'quizá' }, '«Sustenta el servicio»: «quizá» no se entiende. Escriba Sí o No.'],
  [{ since: ' ayer ' }, '«Desde»: «ayer» no se entiende. Escriba una fecha como 31/12/2026.'],
  [{ until: '31/02/2026' }, '«Hasta»: «31/02/2026» no se entiende. Escriba una fecha como 31/12/2026.'],
  [{ country: 'Narnia' }, '«País de la sede»: «Narnia» no se entiende. Escriba códigos de dos letras, como ES o IE.'],
  [{ country: 'ES, PT' }, '«País de la sede»: la sede está en un solo país.'],
  [
    { countries: 'ES; XX' },
    '«Países donde trabaja»: «XX» no se entiende. Escriba códigos de dos letras, como ES o IE.',
  ],
  [{ ictType: ' S99' }, '«Tipo de servicio TIC»: «S99» no se entiende. Escriba un tipo de S01 a S19.'],
  [{ underpins: 'x'.repeat(61) }, `«Sustenta el servicio»: «${'x'.repeat(60)}…» no se entiende. Escriba Sí o No.`],
  [{ cif: 'x'.repeat(21) }, '«CIF si es proveedor del portal»: no puede superar los 20 caracteres.'],
])('CHAIN-11: a wrong cell is named with its row: %j', (more, message) => {
  expect(readChainRow(row(more)).faults.map(fault => fault.message)).toEqual([`Fila 3, ${message}`])
})

test('CHAIN-11: the example of the template is a row without fault', () => {
  expect(readChainRow({ line: 2, ...chainExample }).faults).toEqual([])
})
