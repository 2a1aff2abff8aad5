import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Link } from '#domain/participant/chain/chain.ts'
import {
  chainFault,
  chainStanding,
  companyGroupsOf,
  isDropped,
  isOver,
  linksInOrder,
  ranksOf,
  withThoseBelow,
} from '#domain/participant/chain/chain.ts'
import { confirmationText, isConfirmedOn } from '#domain/participant/chain/confirmation.ts'

const TODAY = '2026-11-21'
const company = (id: string, more: Partial<Link['company']> = {}) => ({ id, lei: null, euid: null, ...more })
const link = (id: string, recipientId: string | null = null, of = company(`c${id}`)): Link => ({
  id,
  recipientId,
  company: of,
  since: '2026-01-01',
  until: null,
})
const provider = company('provider', { lei: 'L0' })
/** A chain as a random tree: each subcontract works for one of those before it, or for the provider. */
const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 40 })
  .map(picks => picks.map((pick, i) => link(`${i}`, i === 0 || pick % (i + 1) === i ? null : `${pick % (i + 1)}`)))

test('CHAIN-03: the rank is one more than the recipient’s; direct subcontractors have rank 2', () => {
  fc.assert(
    fc.property(trees, links => {
      const ranks = ranksOf(links)
      expect(ranks.size).toBe(links.length)
      for (const { id, recipientId } of links) {
        expect(ranks.get(id)).toBe(recipientId === null ? 2 : ranks.get(recipientId)! + 1)
      }
    }),
  )
})

test('CHAIN-04: refuses a cycle and a company below itself', () => {
  expect(chainFault(provider, [link('1', '2'), link('2', '1')])).toBe('chainCircular')
  expect(chainFault(provider, [link('1', '1')])).toBe('chainCircular')
  const same = company('same')
  expect(chainFault(provider, [link('1', null, same), link('2', '1'), link('3', '2', same)])).toBe('chainCircular')
  // Side by side it may work for several.
  expect(chainFault(provider, [link('1', null, same), link('2'), link('3', '2', same)])).toBeNull()
})

test('CHAIN-04: the provider is not inside its own chain, under whatever record', () => {
  expect(chainFault(provider, [link('1', null, company('provider'))])).toBe('chainCircular')
  expect(chainFault(provider, [link('1'), link('2', '1', company('other', { lei: 'L0' }))])).toBe('chainCircular')
  const [one, other] = [company('a', { euid: 'E1' }), company('b', { euid: 'E1', lei: 'L1' })]
  expect(chainFault(provider, [link('1', null, one), link('2', '1', other)])).toBe('chainCircular')
  expect(chainFault(provider, [link('1', null, company('c', { lei: 'L1' })), link('2')])).toBeNull()
  const another = company('d', { euid: 'E2', lei: 'L2' })
  expect(chainFault(provider, [link('1', null, other), link('2', '1', another)])).toBeNull()
})

test('CHAIN-04: ten ranks are admitted, eleven are not', () => {
  const line = (length: number) => Array.from({ length }, (_none, i) => link(`${i}`, i === 0 ? null : `${i - 1}`))
  expect(Math.max(...ranksOf(line(9)).values())).toBe(10)
  expect(chainFault(provider, line(9))).toBeNull()
  expect(chainFault(provider, line(10))).toBe('chainTooLong')
})

test('CHAIN-04: 200 companies are admitted, 201 are not; one that works twice counts once', () => {
  const wide = (length: number) => Array.from({ length }, (_none, i) => link(`${i}`))
  expect(chainFault(provider, wide(200))).toBeNull()
  expect(chainFault(provider, wide(201))).toBe('chainTooLarge')
  expect(chainFault(provider, [...wide(200), link('again', '3', company('c7'))])).toBeNull()
})

test.each([
  ['2026-11-22', null, 'PLANNED'],
  ['2026-11-21', null, 'CURRENT'],
  ['2026-01-01', '2026-11-21', 'CURRENT'],
  ['2026-01-01', '2026-11-20', 'ENDED'],
  ['2026-12-01', '2026-12-31', 'PLANNED'],
  ['2026-12-01', '2026-11-30', 'ENDED'],
] as const)('CHAIN-05: from %s to %s it is %s', (since, until, expected) =>
  expect(chainStanding({ since, until }, TODAY)).toBe(expected),
)

test('CHAIN-05: a plan that ends before it begins is dropped; one day is enough to begin', () => {
  expect(isDropped({ since: '2026-12-01', until: '2026-11-30' })).toBe(true)
  expect(isDropped({ since: '2026-12-01', until: '2026-12-01' })).toBe(false)
  expect(isDropped({ since: '2026-12-01', until: null })).toBe(false)
})

test('CHAIN-10: a link is over once it has ended or was dropped, not while it is planned', () => {
  const over = (since: string, until: string | null) => isOver({ since, until }, TODAY)
  expect([over('2027-01-01', null), over('2026-01-01', null), over('2026-01-01', TODAY)]).toEqual([false, false, false])
  expect([over('2026-01-01', '2026-11-20'), over('2027-01-01', '2026-12-31')]).toEqual([true, true])
})

test('CHAIN-12: a chain is read with each one’s own below it, in the order of the names', () => {
  const named = (id: string, recipientId: string | null, name: string) => ({ id, recipientId, name })
  const links = [named('1', null, 'Zeta'), named('2', '1', 'Ñandú'), named('3', '1', 'Nube'), named('4', null, 'Alfa')]
  expect(linksInOrder(links).map(({ name }) => name)).toEqual(['Alfa', 'Zeta', 'Nube', 'Ñandú'])
  // One whose recipient is not shown stands at the top.
  expect(linksInOrder(links.slice(1)).map(({ name }) => name)).toEqual(['Alfa', 'Nube', 'Ñandú'])
})

test('CHAIN-05: ending a link ends all below it', () => {
  fc.assert(
    fc.property(trees, fc.nat(), (links, pick) => {
      const { id } = links[pick % links.length]!
      const taken = new Set(withThoseBelow(links, id).map(each => each.id))
      for (const each of links) {
        const isBelow = each.id === id || (each.recipientId !== null && taken.has(each.recipientId))
        expect(taken.has(each.id)).toBe(isBelow)
      }
      // Whatever the order in which they are written down.
      expect(new Set(withThoseBelow(links.toReversed(), id).map(each => each.id))).toEqual(taken)
    }),
  )
})

test('CHAIN-02: records that share a LEI or an EUID are one company', () => {
  const records = [
    company('a', { lei: 'L1' }),
    company('b', { euid: 'E1' }),
    company('c', { lei: 'L1', euid: 'E1' }),
    company('d', { lei: 'L2' }),
    company('e'),
  ]
  for (const list of [records, records.toReversed(), [...records.slice(2), ...records.slice(0, 2)]]) {
    const groups = companyGroupsOf(list)
    expect(new Set(['a', 'b', 'c'].map(id => groups.get(id))).size).toBe(1)
    expect(new Set(['a', 'd', 'e'].map(id => groups.get(id))).size).toBe(3)
  }
})

test.each([
  [null, null, 'Sin declarar'],
  [null, '2026-03-01', 'Sin confirmar desde 01/03/2026'],
  ['2025-11-21', '2020-01-01', 'Confirmada el 21/11/2025'],
  ['2025-11-20', '2020-01-01', 'Sin confirmar desde 20/11/2025'],
] as const)('CHAIN-09: confirmed on %s, declared on %s: %s', (confirmedOn, declaredOn, words) =>
  expect(confirmationText(confirmedOn, declaredOn, TODAY)).toBe(words),
)

test('CHAIN-09: a confirmation counts for twelve months; none does not', () => {
  expect(['2025-11-21', '2025-11-20', null].map(on => isConfirmedOn(on, TODAY))).toEqual([true, false, false])
})
