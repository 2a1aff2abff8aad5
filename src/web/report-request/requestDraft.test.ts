import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftKey, readDraft, writeDraft } from '#web/report-request/requestDraft.ts'
import { FakeStorage } from '#web/testing/browser.ts'

const nothing = { service: '', evaluator: '', concept: '' }
const key = draftKey('user', 'new')

beforeEach(() => vi.stubGlobal('sessionStorage', new FakeStorage()))
afterEach(() => vi.unstubAllGlobals())

test('the words of a request survive a reload, each user and request its own', () => {
  const draft = { service: 's', evaluator: 'e', concept: 'Destrucción «confidencial»' }
  writeDraft(key, draft, nothing)
  expect(readDraft(key)).toEqual(draft)
  expect(readDraft(draftKey('other', 'new'))).toBeNull()
  expect(readDraft(draftKey('user', 'v1'))).toBeNull()
})

test('what says no more than the beginning leaves no draft', () => {
  writeDraft(key, { ...nothing, concept: 'a' }, nothing)
  writeDraft(key, nothing, nothing)
  expect(readDraft(key)).toBeNull()
})

test('a draft that cannot be read is none, and a strange part of it is empty', () => {
  for (const text of ['{', '7', 'null', '"x"']) {
    sessionStorage.setItem(key, text)
    expect(readDraft(key)).toBeNull()
  }
  sessionStorage.setItem(key, '{"service":7,"concept":"c"}')
  expect(readDraft(key)).toEqual({ ...nothing, concept: 'c' })
})

test('a storage that is full loses the draft, not the form', () => {
  vi.stubGlobal('sessionStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => writeDraft(key, { ...nothing, concept: 'a' }, nothing)).not.toThrow()
})
