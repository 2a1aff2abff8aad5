import { expect, test } from 'vitest'
import { stanceErrors } from '#domain/supervision/chain/stance.ts'

test('CHAIN-08: an objection says why, no objection need not', () => {
  expect(stanceErrors({ stance: 'OBJECTION', text: '' })).toEqual({ text: 'Escriba qué objeta' })
  expect(stanceErrors({ stance: 'OBJECTION', text: 'Sin plan de salida' })).toEqual({})
  expect(stanceErrors({ stance: 'NO_OBJECTION', text: '' })).toEqual({})
})
