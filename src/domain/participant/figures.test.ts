import { expect, test } from 'vitest'
import { isFlaggedOnLeaving, profileErrors } from '#domain/participant/participant.ts'

test('FORM-17: a number field shows no mark when it is left, and the save still checks it', () => {
  expect(isFlaggedOnLeaving('economicInfo.results.lastExercise')).toBe(false)
  expect(isFlaggedOnLeaving('cif')).toBe(true)
  const errors = profileErrors('PROVIDER', {}, { cif: 'agencia-tributaria', data: [] })
  expect(errors['economicInfo.results.lastExercise']).toBe('No puede estar vacio')
})
