import { expect, test } from 'vitest'
import { documentRowId, refusalText, uploadedText } from '#web/document/upload/words.ts'

const max = 25 * 1024 * 1024

test('a refusal says how much is too much, and that nothing was sent', () => {
  expect(refusalText({ name: 'a.pdf', size: 31_200_000 }, max)).toBe(
    '31,2 MB: supera el máximo de 25 MB. No se ha subido.',
  )
  expect(refusalText({ name: 'a.pdf', size: 0 }, max)).toBe('El archivo está vacío. No se ha subido.')
  expect(refusalText({ name: 'a.exe', size: 5 }, max)).toMatch(/^Tipo de archivo no admitido.* No se ha subido\.$/)
  expect(refusalText({ name: 'a.pdf', size: 5 }, max)).toBeNull()
})

test('an upload of today is said by its hour in Madrid, an older one by its day', () => {
  const now = new Date('2026-11-21T20:00:00Z')
  expect(uploadedText({ size: 2_400_000, uploadedAt: '2026-11-21T08:36:00Z' }, now)).toBe('2,4 MB · subido a las 09:36')
  expect(uploadedText({ size: 2_400_000, uploadedAt: '2026-11-21T08:36:00Z' }, now, { sent: true })).toBe(
    '2,4 MB · subido a las 09:36 y enviado al CCI',
  )
  expect(uploadedText({ size: 318_000, uploadedAt: '2026-11-20T22:59:00Z' }, now)).toBe('318 kB · subido el 20/11/2026')
})

test('the id of a row has no accents or spaces', () => {
  expect(documentRowId('Póliza de responsabilidad civil')).toBe('documento-poliza-de-responsabilidad-civil')
})
