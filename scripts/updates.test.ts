import { expect, test } from 'vitest'
import type { Released } from './updates.ts'
import { installedOf, lockFile, overdue, updatesOf } from './updates.ts'

const today = new Date('2026-11-22T12:00:00Z')
const old = '2026-08-01T00:00:00Z'
const fresh = '2026-10-01T00:00:00Z'
const one = { name: 'one', version: '1.2.0', wanted: [] as string[] }
const released = (time: Record<string, string>, latest?: string): Released => ({ time, 'dist-tags': { latest } })

test.each<[string, Released, string | null]>([
  ['nothing newer', released({ '1.2.0': old, created: old, modified: fresh }), null],
  ['a newer one of fewer than 92 days', released({ '1.2.0': old, '1.3.0': fresh }), null],
  ['a newer one of more', released({ '1.2.0': old, '1.3.0': old }), 'one 1.2.0: 1.3.0 came out on 2026-08-01'],
  ['a newer main version of more', released({ '2.0.0': old }), 'one 1.2.0: 2.0.0 came out on 2026-08-01'],
  ['a trial', released({ '1.3.0-beta.1': old }), null],
  ['a version beyond the latest tag', released({ '2.0.0': old }, '1.2.0'), null],
  ['a withdrawn version', { ...released({ '1.3.0': old }), versions: { '1.3.0': { deprecated: 'broken' } } }, null],
  ['a removed version', { ...released({ '1.3.0': old }), versions: { '1.2.0': {} } }, null],
])('ASVS 15.2.1: %s', (_, registry, expected) => {
  expect(overdue(one, registry, today)).toBe(expected)
})

test('ASVS 15.2.1: a package wanted in a range is late only within it', () => {
  const wanted = { ...one, wanted: ['^1.0.0', '>=1.1'] }
  expect(overdue(wanted, released({ '2.0.0': old }), today)).toBeNull()
  expect(overdue(wanted, released({ '1.4.0': old, '2.0.0': old }), today)).toContain('1.4.0')
})

test('ASVS 15.2.1: names overdue updates, and is never in time while a registry does not answer', async () => {
  const ask = async (name: string) => {
    if (name === 'silent') throw new Error('no answer')
    return released({ '1.2.0': old, ...(name === 'late' && { '1.2.1': old }) })
  }
  const named = (...names: string[]) => names.map(name => ({ ...one, name }))
  expect((await updatesOf(named('one', 'two'), ask, today)).verdict).toBe('in time')
  expect((await updatesOf(named('one', 'silent'), ask, today)).verdict).toBe('not checked')
  expect(await updatesOf(named('silent', 'late', 'one'), ask, today)).toEqual({
    verdict: 'overdue',
    lines: ['late 1.2.0: 1.2.1 came out on 2026-08-01'],
  })
})

test('every component that is chosen is asked about, and nothing of development', () => {
  const installed = installedOf(lockFile())
  const byName = new Map(installed.map(each => [each.name, each]))
  expect(byName.get('fastify')?.wanted).toEqual([])
  expect(byName.get('find-my-way')?.wanted).not.toEqual([])
  expect(byName.has('vitest')).toBe(false)
})
