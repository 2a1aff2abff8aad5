/** Runs before each browser test file: modules are shared, and only hooks registered here apply to all. */
import { afterEach, expect } from 'vitest'
import { pictureScreens, unexpectedComplaints } from '#test/support/browser.ts'

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await pictureScreens(task)
})

// A test fails on unexpected browser errors.
afterEach(async () => {
  expect(await unexpectedComplaints(), 'complaints of the browser').toEqual([])
})
