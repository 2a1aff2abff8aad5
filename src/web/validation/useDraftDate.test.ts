import { expect, test } from 'vitest'
import { expiryError } from '#web/validation/useDraftDate.ts'

test('FORM-18: a date is of tomorrow or later, a wrong one is not taken for an empty one', () => {
  const today = '2026-11-21'
  expect(expiryError('2026-11-22', '22/11/2026', today)).toBeNull()
  expect(expiryError(today, '21/11/2026', today)).toBe('Debe ser de mañana o posterior')
  expect(expiryError('2100-12-31', '31/12/2100', today)).toBeNull()
  expect(expiryError('9999-12-31', '31/12/9999', today)).toBe(
    'No puede pasar del 31/12/2100: si no tiene fin, escriba esa fecha',
  )
  expect(expiryError(null, '31/02/2027', today)).toBe('Ese día no existe')
  expect(expiryError(null, '31/02', today)).toBe('Escriba la fecha como DD/MM/AAAA')
  expect(expiryError(null, ' ', today)).toBeNull()
})
