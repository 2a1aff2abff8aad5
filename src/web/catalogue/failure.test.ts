import { describe, expect, test } from 'vitest'
import { ApiError } from '#web/api/api.ts'
import { deletionFailure, savingFailure } from '#web/catalogue/failure.ts'

const UNEXPECTED = 'Se ha producido un error inesperado.'
const NOT_DELETED = 'Se ha producido un error al eliminar.'
const LINES = 'No se pueden guardar líneas vacías. Por favor, rellene todos los campos.'
const IN_USE = 'No se puede eliminar este servicio, posiblemente esté en uso.'

describe('a configuration that was not saved', () => {
  test.each([
    ['empty lines', new ApiError(400, 'emptyLines', LINES), LINES],
    ['another came first', new ApiError(409, 'changedMeanwhile', 'Otra persona'), 'Otra persona'],
    ['the server failed', new ApiError(500, 'failed', 'No se ha guardado nada.'), UNEXPECTED],
    ['no connection', new ApiError(0, 'transport', 'No hay conexión.'), `${UNEXPECTED} No hay conexión.`],
    ['something else', new TypeError('x is not a function'), UNEXPECTED],
  ])('FORM-51 ERR-09: %s', (_what, error, text) => expect(savingFailure(error)).toBe(text))
})

describe('a service that was not deleted', () => {
  test.each([
    ['in use', new ApiError(409, 'serviceInUse', IN_USE), IN_USE],
    ['gone already', new ApiError(404, 'notFound', 'No está.'), `${NOT_DELETED} No está.`],
    ['the server failed', new ApiError(500, 'failed', 'Algo.'), NOT_DELETED],
    ['no connection', new ApiError(0, 'transport', 'No hay conexión.'), `${NOT_DELETED} No hay conexión.`],
  ])('ERR-07 ERR-08: %s', (_what, error, text) => expect(deletionFailure(error)).toBe(text))
})
