import { expect, test } from 'vitest'
import { ApiError, transportErrors } from '#web/api/api.ts'
import { failureOf } from '#web/report-request/failure.ts'

test('ERR-10 ERR-11: shows missing parts at their fields, and a live request in its own message', () => {
  const incomplete = new ApiError(400, 'requestIncomplete', 'Rellene.', { fields: { concept: 'No puede estar vacio' } })
  expect(failureOf(incomplete)).toEqual({
    kind: 'fields',
    message: 'Rellene.',
    fields: { concept: 'No puede estar vacio' },
  })
  const standing = { kind: 'exists', message: 'Ya hay una.', fields: null }
  expect(failureOf(new ApiError(409, 'requestExists', 'Ya hay una.'))).toEqual(standing)
  const named = new ApiError(409, 'requestExists', 'Ya hay una.', { validationId: 'v1' })
  expect(failureOf(named)).toEqual({ ...standing, standing: 'v1' })
})

test('a refusal that is about one field is shown there', () => {
  expect(failureOf(new ApiError(409, 'evaluatorNotAccredited', 'Elija otro.')).fields).toEqual({
    idAudit: 'Elija otro.',
  })
  expect(failureOf(new ApiError(415, 'reportNotPdf', 'PDF.')).fields).toEqual({ report: 'PDF.' })
})

test('a cancelled sending is no error; a lost connection is', () => {
  const cut = (transport: string) => new ApiError(0, 'transport', 'La subida…', {}, transport)
  expect(failureOf(cut(transportErrors.aborted)).kind).toBe('cancelled')
  expect(failureOf(cut(transportErrors.network))).toEqual({ kind: 'other', message: 'La subida…', fields: null })
})
