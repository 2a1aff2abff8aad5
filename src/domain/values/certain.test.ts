import { describe, expect, test } from 'vitest'
import { groupsBy, onlyOf, valueIn } from '#domain/values/certain.ts'

describe('the value of a key that must be there', () => {
  const map = new Map([
    ['none', 0],
    ['two', 2],
  ])

  test('is that of the map, also when it is falsy', () => {
    expect(valueIn(map, 'two')).toBe(2)
    expect(valueIn(map, 'none')).toBe(0)
  })

  test('a missing key is named', () => {
    expect(() => valueIn(map, 'three')).toThrow('No value for three')
  })
})

describe('the element of a list of one', () => {
  test.each([
    [['a'], 'a'],
    [[0], 0],
    [[null], null],
  ])('of %j is %j', (list: unknown[], item) => {
    expect(onlyOf(list)).toBe(item)
  })

  test.each([[[]], [['a', 'b']]])('%j has none', list => {
    expect(() => onlyOf(list)).toThrow(`One was expected, not ${list.length}`)
  })
})

test('the groups of a list keep its order, and each has a first element', () => {
  const groups = groupsBy(['one', 'two', 'three', 'four'], word => word.length)
  expect([...groups]).toEqual([
    [3, ['one', 'two']],
    [5, ['three']],
    [4, ['four']],
  ])
})
