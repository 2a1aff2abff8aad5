import { expect, test } from 'vitest'
import { eachInItsTab } from '#test/support/web/tab.ts'
import { keepDraft } from '#web/identity/session/drafts.ts'
import { incidentDraftName, readIncidentDraft, writeIncidentDraft } from '#web/incident/incidentDraft.ts'

const none = { title: '', detail: '' }
const name = incidentDraftName('user', 'provider')

eachInItsTab()

test('the words of an incident survive a reload, each user and provider its own', () => {
  const words = { title: 'Valija', detail: 'Llegó «tarde»\ny abierta' }
  writeIncidentDraft(name, words)
  expect(readIncidentDraft(name)).toEqual(words)
  expect(readIncidentDraft(incidentDraftName('other', 'provider'))).toEqual(none)
  expect(readIncidentDraft(incidentDraftName('user', 'other'))).toEqual(none)
  writeIncidentDraft(name, none)
  expect(sessionStorage.getItem(name)).toBeNull()
})

test('what is no draft of an incident reads as none', () => {
  for (const draft of [[], { title: 3 }]) {
    keepDraft(name, draft)
    expect(readIncidentDraft(name)).toEqual(none)
  }
})
