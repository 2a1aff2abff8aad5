import { expect, test } from 'vitest'
import { screenSearch } from '#domain/search/saved-view/saved-view.ts'
import { viewOf } from '#web/search/saved-view/viewOf.ts'

test.each([
  ['', ''],
  ['?status=PENDING&page=3&row=01h00000000000000000000000', 'status=PENDING'],
  ['?sort=name%2Casc&provider=Ar%C3%A9valo+S.A.', 'provider=Ar%C3%A9valo+S.A.&sort=name%2Casc'],
  ['?q-page=2&q-all=1&q-kind=report&compare=a-b&status=', 'q-kind=report'],
])('keeps the filters and the order of %s, in one order', (search, view) => {
  expect(viewOf(search)).toBe(view)
  expect(screenSearch.test(viewOf(search))).toBe(true)
})
