import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { incidentDraftKey, readIncidentDraft, writeIncidentDraft } from '#web/incident/incidentDraft.ts'
import { FakeStorage } from '#web/testing/browser.ts'

const none = { title: '', detail: '' }
const key = incidentDraftKey('user', 'provider')

beforeEach(() => vi.stubGlobal('sessionStorage', new FakeStorage()))
afterEach(() => vi.unstubAllGlobals())

test('the words of an incident survive a reload, each user and provider its own', () => {
  const words = { title: 'Valija', detail: 'Llegó «tarde»\ny abierta' }
  writeIncidentDraft(key, words)
  expect(readIncidentDraft(key)).toEqual(words)
  expect(readIncidentDraft(incidentDraftKey('other', 'provider'))).toEqual(none)
  expect(readIncidentDraft(incidentDraftKey('user', 'other'))).toEqual(none)
  writeIncidentDraft(key, none)
  expect(sessionStorage.getItem(key)).toBeNull()
})

test.each(['', 'no', '[]', 'null', '{"title":3}'])('what is no draft (%s) reads as none', stored => {
  sessionStorage.setItem(key, stored)
  expect(readIncidentDraft(key)).toEqual(none)
})
