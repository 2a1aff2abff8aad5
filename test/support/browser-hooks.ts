/** Before each file of the browser: its modules are shared, and only what is hooked here holds for all. */
import { afterEach, expect } from 'vitest'
import { pictureScreens, unexpectedComplaints } from '#test/support/browser.ts'

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await pictureScreens(task)
})

// No journey is good in which a browser complained.
afterEach(async () => {
  expect(await unexpectedComplaints(), 'complaints of the browser').toEqual([])
})
