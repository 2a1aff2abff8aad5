import { expect, test } from 'vitest'
import { eachInItsTab } from '#test/support/web/tab.ts'
import { forgetDraft, keepDraft, keptDraft } from '#web/participant/profile/kept-draft.ts'

eachInItsTab()

test('a figure that is none yet is kept after a save as well, which the server could not keep it with', () => {
  const values = { cif: 'B12345674', 'economicInfo.results.lastExercise': 'cuatro mil' }
  keepDraft('u', 'p', { version: 3, base: values, values })
  const figure = 'economicInfo.results.lastExercise'
  expect(keptDraft('u', 'p')).toEqual({ version: 3, base: { [figure]: '' }, typed: { [figure]: 'cuatro mil' } })
  forgetDraft('u', 'p')
  expect(keptDraft('u', 'p')).toBeNull()
})
