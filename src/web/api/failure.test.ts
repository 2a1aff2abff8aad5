import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api.ts'
import { failureText } from '#web/api/failure.ts'

const NOT_DELETED = 'Error en el Servidor consultar con el administrador del sistema'

test.each([
  ['the server failed', new ApiError(500, 'failed', 'Algo.'), NOT_DELETED],
  ['the centre itself', new ApiError(409, 'participantDeleteFailed', NOT_DELETED), NOT_DELETED],
  ['something else', new TypeError('x is not a function'), NOT_DELETED],
  ['no connection', new ApiError(0, 'transport', 'No hay conexión.'), `${NOT_DELETED}. No hay conexión.`],
  ['gone already', new ApiError(404, 'notFound', 'No está.'), `${NOT_DELETED}. No está.`],
  ['too many calls', new ApiError(429, 'tooMany', 'Espere.'), `${NOT_DELETED}. Espere.`],
  ['cut while it saved', new ApiError(503, 'outcomeUnknown', 'Compruébelo.'), `${NOT_DELETED}. Compruébelo.`],
])('ERR-25: a participant that was not deleted: %s', (_what, error, text) =>
  expect(failureText('participantDeleteFailed', error)).toBe(text),
)
