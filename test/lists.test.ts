import { describe, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import type { ListContract, ListExport } from '#domain/list/export.ts'
import { type Filter, type ListShown, namesOf } from '#domain/list/shown.ts'
import { participantsLists } from '#domain/participant/columns.ts'
import { exportOverview } from '#domain/participant/contract.ts'
import { canAlert, hasSavedSearches, unknownFilters, viewScreens } from '#domain/search/saved-view/list-filters.ts'
import { allScreens, pathsOf } from '#web/app/screens.ts'

const ofContracts = contracts.flatMap(each => {
  const { list, shown } = each as Partial<ListExport>
  return list && shown ? [{ list, shown }] : []
})
const ofParticipants = Object.values(participantsLists).map(shown => ({
  list: exportOverview.list as unknown as ListContract,
  shown,
}))
const lists = [...ofContracts, ...ofParticipants].map(each => ({ ...each, label: each.shown.label }))

/** Values that a filter of an address may have; those that only the server or the screen knows are left to it. */
function valuesOf(filter: Filter): string[] {
  if (filter.kind === 'search') return ['Lumbre']
  if (filter.kind === 'day') return ['2026-11-21']
  if (filter.kind !== 'choice') return []
  return Object.keys(typeof filter.labels === 'function' ? filter.labels() : filter.labels)
}

const askedOf = ({ asked }: ListShown, filters: Record<string, string>) => {
  const query = asked?.(filters) ?? filters
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

test('every list that a screen pages through is declared', () => {
  expect(lists.length).toBeGreaterThan(28)
})

describe.each(lists)('$label', ({ list: { query }, shown }) => {
  const filters = Object.entries(shown.filters ?? {})
  const fits = (asked: object) => query!.safeParse(asked)

  test('its call takes its order, its page and each value of its filters', () => {
    expect(fits({ sort: shown.sort, size: shown.size, page: 1 }).error).toBeUndefined()
    for (const [name, filter] of filters) {
      for (const value of valuesOf(filter)) {
        expect([name, value, fits(askedOf(shown, { [name]: value })).error]).toEqual([name, value, undefined])
      }
    }
  })

  test('its call knows each of its filters', () => {
    const known = Object.keys(query!.shape)
    const all = Object.fromEntries(filters.map(([name]) => [name, 'x']))
    expect(Object.keys(askedOf(shown, all)).filter(name => !known.includes(name))).toEqual([])
  })

  test('ALERT-08: its screens exist and keep all its filters', () => {
    const paths = allScreens.flatMap(pathsOf)
    for (const screen of shown.screens ?? []) {
      expect(paths).toContain(screen)
      expect([screen, unknownFilters(screen, namesOf(shown).join('&'))]).toEqual([screen, []])
      expect(hasSavedSearches(screen) && (canAlert(screen) || !shown.alerts)).toBe(true)
    }
  })
})

test('ALERT-08: the names of filters of another list are unknown', () => {
  expect(viewScreens.filter(screen => unknownFilters(screen, 'a=1&sort=x')[0] !== 'a')).toEqual([])
  expect(unknownFilters('/findings', 'priority=HIGH&q-kind=report')).toEqual(['q-kind'])
  expect(unknownFilters('/user-management', 'of=01H&name=a')).toEqual([])
})
