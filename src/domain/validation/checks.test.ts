import { expect, test } from 'vitest'
import { checksVerdict, reviewChecks } from '#domain/validation/checks.ts'
import { declaredOf } from '#domain/validation/paper.ts'

const participant = {
  businessName: 'Nubarrón Gestión, S.L.',
  name: 'Nubarrón',
  cif: 'B12345674',
  address: { viaLabel: 'Calle', viaName: 'Reina Casilda', viaNumber: '14', postalCode: '28045', city: 'Madrid' },
}
const declared = declaredOf(participant, null)
const stored = (code: 'COMPANY' | 'DATES', outcome: 'LOOK' | 'OK' | 'UNKNOWN', text: string) => ({
  code,
  outcome,
  text,
  page: 1,
})
const linesOf = (...given: Parameters<typeof reviewChecks>) =>
  reviewChecks(...given).map(({ label, outcome, text }) => `${outcome} ${label}: ${text}`)

test('EXP-23: the checks are one list that says nothing twice, what to look at first', () => {
  const checks = [stored('COMPANY', 'OK', 'Figura el CIF B12345674.'), stored('DATES', 'UNKNOWN', 'No hay.')]
  expect(linesOf(checks, declared, 'Otra calle')).toEqual([
    'LOOK Domicilio: No figura «Calle Reina Casilda, 14, 28045 Madrid».',
    'OK Empresa: Figura el CIF B12345674.',
    'UNKNOWN Caducidad: No hay.',
  ])
  expect(checksVerdict(reviewChecks(checks, declared, 'Reina Casilda 14 28045'))).toBe('2 de 3 en orden')
})

test('EXP-23: a failed check names the declared values', () => {
  expect(linesOf([stored('COMPANY', 'LOOK', 'No figura.')], declared.slice(0, 2), '')).toEqual([
    'LOOK Empresa: No figura. Declarado: «Nubarrón Gestión, S.L.», «B12345674».',
  ])
})

test('EXP-23: before the checks of the file are there, and without its text, what was declared is listed', () => {
  expect(linesOf([], declared, null)).toEqual([
    'UNKNOWN Razón social: Declarado: «Nubarrón Gestión, S.L.».',
    'UNKNOWN CIF: Declarado: «B12345674».',
    'UNKNOWN Domicilio: Declarado: «Calle Reina Casilda, 14, 28045 Madrid».',
  ])
  expect(linesOf([], declared.slice(1, 2), 'CIF B-12345674')).toEqual(['OK CIF: Figura «B12345674».'])
})
