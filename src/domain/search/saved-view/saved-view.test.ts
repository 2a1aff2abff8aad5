import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveView } from '#domain/search/saved-view/contract.ts'
import { unknownFilters, viewScreens } from '#domain/search/saved-view/list-filters.ts'
import { screenPath, screenSearch, VIEW_NAME_MAX } from '#domain/search/saved-view/saved-view.ts'

test('a view leads to a screen of the portal only', () => {
  expect(['/', '/provider', '/user-management', '/a/01H'].every(path => screenPath.test(path))).toBe(true)
  expect(
    ['', '//evil.example', 'https://evil.example', '/a?b', '/a#b', '/..', '\\evil'].some(path => screenPath.test(path)),
  ).toBe(false)
  expect(['a=1#b', 'a b', '"', '<'].some(search => screenSearch.test(search))).toBe(false)
})

test('ALERT-08: every list with saved views is known, with all its filters', () => {
  const root = join(import.meta.dirname, '../../../web')
  const pages = globSync('**/*.tsx', { cwd: root })
    .map(path => readFileSync(join(root, path), 'utf8'))
    .filter(text => text.includes('<SavedViews'))
  expect(pages.length).toBeGreaterThan(10)
  // A search is known where some list takes all its filters.
  const known = viewScreens.map(path => (names: string[]) => unknownFilters(path, names.join('&')).length === 0)
  const filters = pages.flatMap(text =>
    [...text.matchAll(/filters: (?:\w+ \? )?\[([^\]]*)\]/g)].map(([, list]) => list!),
  )
  const named = filters.map(list => [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!))
  expect(named.filter(names => !known.some(knows => knows(names)))).toEqual([])
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
