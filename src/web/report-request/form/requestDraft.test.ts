import { expect, test } from 'vitest'
import { eachInItsTab } from '#test/support/web/tab.ts'
import { keepEditDraft, NO_VERSION } from '#web/conflict/editDraft.ts'
import { keepDraft, readDraft } from '#web/identity/session/drafts.ts'
import { openRequestDraft, type RequestDraft, requestDraftName } from '#web/report-request/form/requestDraft.ts'

const nothing = { service: '', evaluator: '', concept: '' }
const name = requestDraftName('user', 'new')

eachInItsTab()

const write = (values: RequestDraft) => keepEditDraft(name, { version: NO_VERSION, base: nothing, values })
const read = (of = name) => {
  const { words, restored } = openRequestDraft(of, NO_VERSION, nothing)
  return restored ? words : null
}

test('the words of a request survive a reload, each user and request its own', () => {
  const draft = { service: 's', evaluator: 'e', concept: 'Destrucción «confidencial»' }
  write(draft)
  expect(read()).toEqual(draft)
  expect(read(requestDraftName('other', 'new'))).toBeNull()
  expect(read(requestDraftName('user', 'v1'))).toBeNull()
})

test('what says no more than the beginning leaves no draft', () => {
  write({ ...nothing, concept: 'a' })
  write(nothing)
  expect(readDraft(name)).toBeNull()
})

test('a strange part of a draft is empty', () => {
  keepDraft(name, { version: NO_VERSION, base: nothing, typed: { service: 7, concept: 'c' } })
  expect(read()).toEqual({ ...nothing, concept: 'c' })
  keepDraft(name, { version: NO_VERSION, base: 'b', typed: null })
  expect(read()).toBeNull()
})

test('014: a draft of before drafts kept what they were begun from stands in a new request, and is asked about in another', () => {
  keepDraft(name, { service: '', evaluator: '', concept: 'El mío' })
  expect(read()).toEqual({ ...nothing, concept: 'El mío' })
  const opened = openRequestDraft(name, 4, { ...nothing, concept: 'El de ahora' })
  expect(opened).toEqual({
    words: { ...nothing, concept: 'El mío' },
    begun: { version: NO_VERSION, base: nothing },
    restored: true,
  })
  expect(openRequestDraft(name, 4, { ...nothing, concept: 'El mío' }).restored).toBe(false)
})
