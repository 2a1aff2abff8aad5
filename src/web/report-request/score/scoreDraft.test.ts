import { expect, test } from 'vitest'
import { eachInItsTab } from '#test/support/web/tab.ts'
import { readScoreDraft } from '#web/report-request/score/scoreDraft.ts'
import { keepDraft } from '#web/session/drafts.ts'

eachInItsTab()
const kept = (value: object) => {
  keepDraft('k', value)
  return readScoreDraft('k')
}

test('SCO-07 SCO-08: a reload restores the chosen score', () => {
  expect(readScoreDraft('k')).toBeNull()
  const draft = { expiredAt: '2027-11-21', levels: ['A', '', 'A+'] }
  expect(kept(draft)).toEqual(draft)
})

test('D32: a level that is not of the scale is not taken over', () => {
  expect(kept({ expiredAt: 5, levels: ['Z', 'A'] })).toEqual({ expiredAt: null, levels: ['', 'A', ''] })
  expect(kept({})).toEqual({ expiredAt: null, levels: ['', '', ''] })
})
