import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'

/* The rules for every list, including lists added later. A list is a call whose response has `content`. */

const shapeOf = (schema: unknown): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? schema.shape : {})
const lists = contracts.filter(({ answer }) => 'content' in shapeOf(answer))
/** Page sizes of configuration lists, and of lists with a size of their own (API-06, API-07). */
const sizes: Record<string, number> = {
  'service.list': 9999,
  'catalogue.documents': 9999,
  'invitation.list': 6,
  'user.list': 6,
  'user.of-participant': 6,
  'user.of-entity': 6,
}

/** The value of a query field that the caller omits. */
const leftOut = ({ query }: Contract, name: string) => shapeOf(query)[name]?.parse(undefined)

test('there are many lists', () => {
  expect(lists.length).toBeGreaterThan(20)
  expect(Object.keys(sizes).filter(name => !lists.some(list => list.name === name))).toEqual([])
})

describe.each(lists.map(list => [list.name, list] as const))('%s', (name, list) => {
  test('API-05: answers content and totalElements', () => {
    expect(Object.keys(shapeOf(list.answer))).toEqual(expect.arrayContaining(['content', 'totalElements']))
  })

  test('API-06 API-07: takes page, size and sort; page 0 and size 1000 unless it says otherwise', () => {
    expect(Object.keys(shapeOf(list.query))).toEqual(expect.arrayContaining(['page', 'size', 'sort']))
    expect([leftOut(list, 'page'), leftOut(list, 'size')]).toEqual([0, sizes[name] ?? 1000])
  })
})
