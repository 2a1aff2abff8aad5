import { expect, test } from 'vitest'
import type { Header } from '#domain/assessment/header.ts'
import {
  headerFaults,
  headerLabels,
  missingHeader,
  opinionLabels,
  standardLabels,
  standards,
  subserviceChoices,
  subserviceLabels,
} from '#domain/assessment/header.ts'

const today = '2026-11-25'
const whole: Header = {
  scope: 'Archivo de documentos en papel',
  standard: 'ISAE_3402_II',
  opinion: 'FAVOURABLE',
  periodFrom: '2025-10-01',
  periodTo: '2026-09-30',
  reportDate: '2026-11-25',
  subservices: 'NONE',
  userControls: '',
}
const empty: Header = {
  scope: ' ',
  standard: null,
  opinion: null,
  periodFrom: null,
  periodTo: null,
  reportDate: null,
  subservices: null,
  userControls: '',
}

test('DICT-06: the standards and opinions by name', () => {
  expect(standards.map(each => standardLabels[each])).toEqual([
    'ISAE 3000',
    'ISAE 3402 tipo I',
    'ISAE 3402 tipo II',
    'SOC 2 tipo I',
    'SOC 2 tipo II',
    'ISO/IEC 27001',
    'ENS categoría BÁSICA',
    'ENS categoría MEDIA',
    'ENS categoría ALTA',
    'Otra',
  ])
  expect(Object.values(opinionLabels)).toEqual(['Favorable', 'Con salvedades', 'Desfavorable', 'Denegada'])
  expect(subserviceChoices.map(each => subserviceLabels[each])).toHaveLength(3)
})

test('DICT-06: a whole header has no fault, and a draft may leave everything open', () => {
  expect(headerFaults(whole, today)).toEqual({})
  expect(headerFaults(empty, today)).toEqual({})
  expect(missingHeader(whole)).toEqual([])
})

test.each([
  [{ scope: 'x'.repeat(1000) }, {}],
  [{ scope: 'x'.repeat(1001) }, { scope: 'No puede superar los 1000 caracteres.' }],
  [{ userControls: 'x'.repeat(2000) }, {}],
  [{ userControls: 'x'.repeat(2001) }, { userControls: 'No puede superar los 2000 caracteres.' }],
  [{ reportDate: '2026-11-26' }, { reportDate: 'La fecha del informe no puede ser futura.' }],
  [{ reportDate: '2026-02-30' }, { reportDate: 'Fecha no válida' }],
  [{ periodTo: '2025-09-30' }, { periodTo: 'El periodo no puede terminar antes de empezar.' }],
  [{ periodTo: '2025-10-01' }, {}],
  [{ periodFrom: null }, { periodFrom: 'Indique también cuándo empieza el periodo.' }],
] as const)('DICT-06: %o', (changed, faults) => expect(headerFaults({ ...whole, ...changed }, today)).toEqual(faults))

test('DICT-16: confirming needs the header whole; a date instead of a period will do, and no control of the bank', () => {
  expect(missingHeader(empty)).toEqual(['scope', 'standard', 'opinion', 'periodFrom', 'reportDate', 'subservices'])
  expect(missingHeader({ ...whole, periodTo: null, userControls: '' })).toEqual([])
  expect(missingHeader(empty).map(field => headerLabels[field])).toContain('Fecha del informe')
})
