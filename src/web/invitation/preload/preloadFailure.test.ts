import { expect, test } from 'vitest'
import { sentence } from '#domain/messages.ts'
import { ApiError } from '#web/api/api.ts'
import { preloadFailure } from '#web/invitation/preload/preloadFailure.ts'

const wrong = 'Error en la generación de invitaciones. Por favor, revise la plantilla.'
const extension = 'Extensión de archivo no válida.'

test('ERR-04: a wrong extension says so, and a failed server does not blame the file', () => {
  expect(preloadFailure(new ApiError(415, 'importExtension', extension)).sentence).toBe(extension)
  const failed = sentence('failed')
  expect(failed).toMatch(/^Se ha producido un error inesperado\./)
  expect(preloadFailure(new ApiError(500, 'failed', failed)).sentence).toBe(failed)
})

test('ERR-05: wrong rows, repeated rows and no response say to correct the template, each with its details', () => {
  const rows = [{ line: 3, column: 'email', message: 'Fila 3, «Correo electrónico»: está vacío.' }]
  expect(preloadFailure(new ApiError(409, 'importConflict', wrong, { rows }))).toEqual({
    sentence: wrong,
    detail: '',
    rows,
  })
  const whole = { rows: [], fields: { file: 'El archivo no contiene ninguna fila de datos.' } }
  expect(preloadFailure(new ApiError(400, 'importWrong', wrong, whole)).detail).toBe(whole.fields.file)
  const offline = preloadFailure(new ApiError(0, 'transport', 'No hay conexión.', {}, 'Network Error'))
  expect([offline.sentence, offline.detail]).toEqual([wrong, 'No hay conexión.'])
})

test('any other failure shows its own sentence', () => {
  expect(preloadFailure(new ApiError(413, 'fileTooLarge', 'Demasiado grande.')).sentence).toBe('Demasiado grande.')
  expect(preloadFailure(new ApiError(403, 'forbidden', 'No puede.', { rows: [1, null] })).rows).toEqual([])
})
