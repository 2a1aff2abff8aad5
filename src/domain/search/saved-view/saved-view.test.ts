import { expect, test } from 'vitest'
import { saveView } from '#domain/search/saved-view/contract.ts'
import { screenPath, screenSearch, VIEW_NAME_MAX } from '#domain/search/saved-view/saved-view.ts'

test('a view leads to a screen of the portal only', () => {
  expect(['/', '/provider', '/user-management', '/a/01H'].every(path => screenPath.test(path))).toBe(true)
  expect(
    ['', '//evil.example', 'https://evil.example', '/a?b', '/a#b', '/..', '\\evil'].some(path => screenPath.test(path)),
  ).toBe(false)
  expect(['a=1#b', 'a b', '"', '<'].some(search => screenSearch.test(search))).toBe(false)
})

test('a name is neither blank nor too long', () => {
  const named = (name: string) => saveView.body!.safeParse({ name, path: '/', search: '' }).success
  expect([named('Mías'), named(' '), named('x'.repeat(VIEW_NAME_MAX)), named('x'.repeat(VIEW_NAME_MAX + 1))]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
