import { hexToBytes } from '@noble/ciphers/utils.js'
import { expect, test, vi } from 'vitest'
import { eachInItsTab, DRAFT_KEY as KEY } from '#test/support/web/tab.ts'
import { closeDrafts, draftName, openDrafts } from '#web/session/draftKey.ts'
import { keepDraft, readDraft } from '#web/session/drafts.ts'

const name = draftName('form', 'user', 'subject')

eachInItsTab()

test('ASVS 14.3.3: typed text survives a reload, and its storage does not reveal it', () => {
  const draft = { concept: 'Destrucción «confidencial»' }
  expect(keepDraft(name, draft)).toBe(true)
  const stored = sessionStorage.getItem(name)!
  expect(stored).toMatch(/^[0-9a-f]+$/)
  expect(new TextDecoder('latin1').decode(hexToBytes(stored))).not.toContain('confidencial')
  closeDrafts()
  openDrafts(KEY)
  expect(readDraft(name)).toEqual(draft)
  keepDraft(name, null)
  expect([readDraft(name), sessionStorage.getItem(name)]).toEqual([null, null])
})

test('a draft opens only for its user, under its name, and after sign-in', () => {
  keepDraft(name, { concept: 'c' })
  const other = draftName('form', 'user', 'another')
  sessionStorage.setItem(other, sessionStorage.getItem(name)!)
  expect(readDraft(other)).toBeNull()
  openDrafts('o'.repeat(32))
  expect(readDraft(name)).toBeNull()
  closeDrafts()
  expect(readDraft(name)).toBeNull()
  expect(keepDraft(name, { concept: 'd' })).toBe(false)
  openDrafts(KEY)
  expect(readDraft(name)).toEqual({ concept: 'c' })
})

test('unreadable text is no draft', () => {
  for (const text of ['', '{', '7', 'null', 'abcdef', '{"concept":"c"}']) {
    sessionStorage.setItem(name, text)
    expect(readDraft(name), text).toBeNull()
  }
  keepDraft(name, ['a'])
  expect(readDraft(name)).toEqual(['a'])
})

test('a storage that is full or blocked keeps a draft no longer than the page', () => {
  const full = {
    getItem: () => null,
    removeItem() {},
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  for (const storage of [full, undefined]) {
    vi.stubGlobal('sessionStorage', storage)
    expect(keepDraft(name, { concept: 'a' })).toBe(false)
    expect(readDraft(name)).toEqual({ concept: 'a' })
    keepDraft(name, null)
    expect(readDraft(name)).toBeNull()
  }
})
