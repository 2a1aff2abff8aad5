import { describe, expect, test } from 'vitest'
import { pageBlock } from '#web/ui/table/pages.ts'

describe('pageBlock', () => {
  test('LIM-20: shows up to 6 tabs, then an ellipsis', () => {
    expect(pageBlock(1, 6)).toEqual({ pages: [1, 2, 3, 4, 5, 6], before: false, after: false })
    expect(pageBlock(1, 7)).toEqual({ pages: [1, 2, 3, 4, 5, 6], before: false, after: true })
    expect(pageBlock(6, 36)).toEqual({ pages: [1, 2, 3, 4, 5, 6], before: false, after: true })
  })

  test('LIM-20: a later page is in its own block of six', () => {
    expect(pageBlock(7, 8)).toEqual({ pages: [7, 8], before: true, after: false })
    expect(pageBlock(13, 36)).toEqual({ pages: [13, 14, 15, 16, 17, 18], before: true, after: true })
  })
})
