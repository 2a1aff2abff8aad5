import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changerShown, differencesOf, disputed, labelsOf, onTop } from '#domain/conflict/conflict.ts'
import { mergeLines, mergeTaking } from '#domain/conflict/merge-lines.ts'
import type { Role } from '#domain/identity/roles.ts'

const fields = ['a', 'b', 'c', 'secret']
const labels = labelsOf({ a: 'Uno', b: 'Dos', c: 'Tres' })
const facts = fc.dictionary(fc.constantFrom(...fields), fc.constantFrom('', 'x', 'y', 'z'))

describe('differences between the sent and the stored values', () => {
  test('every labelled field that was sent and is not so now is named once, and no other', () => {
    fc.assert(
      fc.property(facts, facts, (now, yours) => {
        const found = differencesOf(now, yours, labels)
        const expected = ['a', 'b', 'c'].filter(field => field in yours && yours[field] !== (now[field] ?? ''))
        expect(found.map(({ field }) => field).sort()).toEqual(expected)
        for (const { field, label, now: stands, yours: sent } of found) {
          expect([label, stands, sent]).toEqual([labels(field), now[field] ?? '', yours[field]])
        }
      }),
    )
  })

  test('fields without a label are not reported, whatever their name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (field, now, yours) => {
        fc.pre(!['a', 'b', 'c'].includes(field))
        expect(differencesOf({ [field]: now }, { [field]: yours }, labels)).toEqual([])
      }),
    )
    expect(differencesOf({ toString: 'x' }, { toString: 'y' }, labels)).toEqual([])
  })

  test('a person decides only where both sides changed the same field differently', () => {
    fc.assert(
      fc.property(facts, facts, facts, (base, now, yours) => {
        const asked = disputed(differencesOf(now, yours, labels), base).map(({ field }) => field)
        for (const field of Object.keys(yours)) {
          const [was, stands, sent] = [base[field] ?? '', now[field] ?? '', yours[field]]
          const both = stands !== was && sent !== was && stands !== sent
          expect(asked.includes(field), field).toBe(both && labels(field) !== null)
        }
      }),
    )
  })

  test('my changes replace theirs, and the other fields keep theirs', () => {
    const full = fc.record({ a: fc.constantFrom('', 'x', 'y'), b: fc.constantFrom('', 'x', 'y') })
    fc.assert(
      fc.property(full, full, full, (base, mine, now) => {
        const merged = onTop(base, mine, now)
        for (const field of ['a', 'b'] as const) {
          expect(merged[field]).toBe(mine[field] === base[field] ? now[field] : mine[field])
        }
      }),
    )
  })
})

describe('the lines of a table that two people edited', () => {
  const line = fc.record({ name: fc.constantFrom('p', 'q', 'r', 's'), text: fc.constantFrom('1', '2', '3') })
  const lines = fc.uniqueArray(line, { selector: each => each.name, maxLength: 4 })
  const nameOf = (each: { name: string }) => each.name
  const textIn = (all: { name: string; text: string }[], name: string) => all.find(each => each.name === name)?.text

  test('keeps one-sided changes and my edits, and repeats no line', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, mine, theirs) => {
        const merged = mergeLines(base, mine, theirs, nameOf)
        expect(new Set(merged.map(nameOf)).size).toBe(merged.length)
        for (const name of ['p', 'q', 'r', 's']) {
          const [was, own, other] = [textIn(base, name), textIn(mine, name), textIn(theirs, name)]
          const removedByMeChangedByThem = own === undefined && was !== undefined && other !== was
          const expected = own === was || removedByMeChangedByThem ? other : own
          const addedByThem = was === undefined && own === undefined
          expect(textIn(merged, name), name).toBe(addedByThem ? other : expected)
        }
      }),
    )
  })

  test('takes the other side’s version of the given lines and merges the rest', () => {
    const names = fc.subarray(['p', 'q', 'r', 's'])
    fc.assert(
      fc.property(lines, lines, lines, names, (base, mine, theirs, given) => {
        const merged = mergeTaking(new Set(given), base, mine, theirs, nameOf)
        const otherwise = mergeLines(base, mine, theirs, nameOf)
        for (const name of ['p', 'q', 'r', 's']) {
          expect(textIn(merged, name), name).toBe(textIn(given.includes(name) ? theirs : otherwise, name))
        }
      }),
    )
  })

  test('a given-up line also keeps the other side’s position', () => {
    const [p, q] = [
      { name: 'p', text: '1' },
      { name: 'q', text: '1' },
    ]
    const other = { name: 'p', text: '3' }
    expect(mergeTaking(new Set(['p']), [p, q], [{ name: 'p', text: '2' }, q], [other, q], nameOf)).toEqual([other, q])
  })

  test('keeps my lines in my order when the other side changes nothing', () => {
    fc.assert(
      fc.property(lines, lines, (base, mine) => {
        expect(mergeLines(base, mine, base, nameOf)).toEqual(mine)
      }),
    )
  })
})

describe('names shown to a reader', () => {
  const reader = (role: Role, participantId: string) => ({ userId: 'yo', role, participantId })
  const ana = { userId: 'ana', name: 'Ana Gil', participantId: 'p', role: 'PROVIDER' as Role, organisation: 'Áncora' }
  const bea = { userId: 'bea', name: 'Bea Sanz', participantId: 'c', role: 'CCI' as Role, organisation: 'CCI' }
  test.each([
    ['itself', reader('PROVIDER', 'p'), { ...ana, userId: 'yo' }, 'usted, desde otra ventana'],
    ['a colleague, by name', reader('PROVIDER', 'p'), ana, 'Ana Gil'],
    ['a colleague in CCI, by name', reader('CCI', 'c'), bea, 'Bea Sanz'],
    ['a participant, by CCI, with its organisation', reader('CCI', 'c'), ana, 'Ana Gil (Áncora)'],
    ['CCI, by a participant, without the person', reader('PROVIDER', 'p'), bea, 'el CCI'],
    ['another organisation, by nobody', reader('ENTITY', 'e'), ana, null],
    ['nobody', reader('CCI', 'c'), null, null],
  ])('%s', (_who, asks, changed, told) => expect(changerShown(asks, changed)).toBe(told))
})
