import { afterEach, beforeEach, vi } from 'vitest'
import { FakeStorage } from '#test/support/web/browser.ts'
import { closeDrafts, openDrafts } from '#web/session/draftKey.ts'

/** The draft key of the signed-in user. */
export const DRAFT_KEY = 'k'.repeat(32)

/** Gives each test of the calling file a fresh tab with a signed-in user, and cleans up. */
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
