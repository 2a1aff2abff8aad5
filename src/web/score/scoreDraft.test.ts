import { beforeEach, expect, test, vi } from 'vitest'
import { readScoreDraft } from '#web/score/scoreDraft.ts'
import { FakeStorage } from '#web/testing/browser.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new FakeStorage())
})
const kept = (value: unknown) => {
  sessionStorage.setItem('k', typeof value === 'string' ? value : JSON.stringify(value))
  return readScoreDraft('k')
}

test('SCO-07 SCO-08: what was chosen is found again after a reload', () => {
  expect(readScoreDraft('k')).toBeNull()
  const draft = { expiredAt: '2027-11-21', levels: ['A', '', 'A+'] }
  expect(kept(draft)).toEqual(draft)
})

test('D32: a level that is not of the scale, and what is no draft at all, is not taken over', () => {
  expect(kept({ expiredAt: 5, levels: ['Z', 'A'] })).toEqual({ expiredAt: null, levels: ['', 'A', ''] })
  expect(kept({})).toEqual({ expiredAt: null, levels: ['', '', ''] })
  expect([kept('{'), kept('7')]).toEqual([null, null])
})
