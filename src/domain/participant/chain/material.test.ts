import { expect, test } from 'vitest'
import type { Declared } from '#domain/participant/chain/material.ts'
import { isTooSoon, materialChange } from '#domain/participant/chain/material.ts'

const TODAY = '2026-11-21'
const declared = (more: Partial<Declared> = {}): Declared => ({
  underpins: true,
  handlesData: false,
  since: '2025-01-01',
  until: null,
  ...more,
})
const ended = (since: string) => declared({ since, until: '2026-11-20' })
const minor = { underpins: false }
const data = { handlesData: true }
const telling = { today: TODAY, days: 30, isFirstDeclaration: false }

test.each([
  ['a new one that underpins', null, declared({ since: '2027-01-01' }), '2027-01-01'],
  ['a new one that handles data', null, declared({ ...minor, ...data, since: '2027-01-01' }), '2027-01-01'],
  ['a new one that does neither', null, declared(minor), null],
  ['the end of one that underpins', declared(), declared({ until: '2027-02-01' }), '2027-02-01'],
  ['the end of one that does not', declared(minor), declared({ ...minor, until: '2027-02-01' }), null],
  ['one that begins to handle data', declared(minor), declared({ ...minor, ...data }), TODAY],
  ['one that begins to underpin', declared(minor), declared(), TODAY],
  ['one that stops handling data', declared(data), declared(), null],
  [
    'a planned one that will handle data',
    declared({ since: '2027-03-01' }),
    declared({ since: '2027-03-01', ...data }),
    '2027-03-01',
  ],
  ['another day for a plan', declared({ since: '2027-03-01' }), declared({ since: '2027-02-01' }), '2027-02-01'],
  ['an end that is taken back', declared({ until: '2027-02-01' }), declared(), null],
  ['one that ends before its first day, which is today', declared({ since: TODAY }), ended(TODAY), '2026-11-20'],
  [
    'what else changes of one that has an end',
    declared({ until: '2027-02-01' }),
    declared({ until: '2027-02-01' }),
    null,
  ],
  ['the first day of several', declared({ ...minor, until: null }), declared({ until: '2027-02-01' }), TODAY],
] as const)('CHAIN-06: %s', (_what, before, after, from) =>
  expect(materialChange(before, after, TODAY)).toEqual(from && { from, ahead: true }),
)

test.each([
  ['in thirty days', '2026-12-21', telling, false],
  ['a day sooner', '2026-12-20', telling, true],
  ['at once, where no days are asked for', TODAY, { ...telling, days: 0 }, false],
  ['what is there when it is first declared', TODAY, { ...telling, isFirstDeclaration: true }, false],
  ['what is planned then', '2026-11-22', { ...telling, isFirstDeclaration: true }, false],
] as const)('CHAIN-06: too soon is %s', (_what, from, of, expected) =>
  expect(isTooSoon({ from, ahead: true }, of)).toBe(expected),
)

test('CHAIN-06: a plan that is dropped before its day needs no notice ahead', () => {
  const plan = declared({ since: '2026-12-01' })
  const change = materialChange(plan, { ...plan, until: '2026-11-30' }, TODAY)!
  expect(change).toEqual({ from: '2026-12-01', ahead: false })
  expect(isTooSoon(change, telling)).toBe(false)
  expect(materialChange({ ...plan, ...minor }, { ...plan, ...minor, until: '2026-11-30' }, TODAY)).toBeNull()
})
