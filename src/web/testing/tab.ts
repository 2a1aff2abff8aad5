import { afterEach, beforeEach, vi } from 'vitest'
import { closeDrafts, openDrafts } from '#web/session/drafts.ts'
import { FakeStorage } from '#web/testing/browser.ts'

/** The key of the drafts of who is signed in. */
export const DRAFT_KEY = 'k'.repeat(32)

/** Each test of the file that asks begins in a tab of its own, with somebody signed in, and leaves nothing of it. */
export function eachInItsTab(): void {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', new FakeStorage())
    openDrafts(DRAFT_KEY)
  })
  afterEach(() => {
    closeDrafts()
    vi.unstubAllGlobals()
  })
}
