import { expect, test } from 'vitest'
import { readRequestDraft, requestDraftName, writeRequestDraft } from '#web/report-request/requestDraft.ts'
import { keepDraft } from '#web/session/drafts.ts'
import { eachInItsTab } from '#web/testing/tab.ts'

const nothing = { service: '', evaluator: '', concept: '' }
const name = requestDraftName('user', 'new')

eachInItsTab()

test('the words of a request survive a reload, each user and request its own', () => {
  const draft = { service: 's', evaluator: 'e', concept: 'Destrucción «confidencial»' }
  writeRequestDraft(name, draft, nothing)
  expect(readRequestDraft(name)).toEqual(draft)
  expect(readRequestDraft(requestDraftName('other', 'new'))).toBeNull()
  expect(readRequestDraft(requestDraftName('user', 'v1'))).toBeNull()
})

test('what says no more than the beginning leaves no draft', () => {
  writeRequestDraft(name, { ...nothing, concept: 'a' }, nothing)
  writeRequestDraft(name, nothing, nothing)
  expect(readRequestDraft(name)).toBeNull()
})

test('a strange part of a draft is empty', () => {
  keepDraft(name, { service: 7, concept: 'c' })
  expect(readRequestDraft(name)).toEqual({ ...nothing, concept: 'c' })
})
