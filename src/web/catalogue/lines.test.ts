import { describe, expect, test } from 'vitest'
import { added, errorsByKey, isDirty, linesWithKeys, moved, noDrafts, withoutKeys } from '#web/catalogue/lines.ts'

const lines = linesWithKeys([{ field: 'a' }, { field: 'b' }, { field: 'c' }])
const fields = (of: { field: string }[]) => of.map(line => line.field).join('')

describe('the lines of a table that is being edited', () => {
  test.each([
    ['0', 1, 'bac'],
    ['2', -1, 'acb'],
    ['0', -1, 'abc'],
    ['2', 1, 'abc'],
    ['9', 1, 'abc'],
  ] as const)('line %s moved by %i gives %s', (key, by, order) => {
    expect(fields(moved(lines, key, by))).toBe(order)
    expect(fields(lines)).toBe('abc')
  })

  test('a new line has a key of its own, also after others went', () => {
    const fewer = lines.filter(line => line.key !== '1')
    const more = added(added(fewer, { field: 'd' }), { field: 'e' })
    expect(new Set(more.map(line => line.key)).size).toBe(4)
    expect(withoutKeys(added([], { field: 'x' }))).toEqual([{ field: 'x' }])
  })

  test('FORM-48 FORM-49: errors follow their line when it moves', () => {
    const found = errorsByKey(
      { 'fields.2.field': 'Mal', fields: 'Demasiadas', 'docList.0.field': 'De otra' },
      'fields',
      [...moved(lines, '0', 1)],
    )
    expect(found).toEqual({ '2.field': 'Mal' })
    expect(errorsByKey({ 'fields.0.field': 'Mal' }, 'fields', moved(lines, '0', 1))).toEqual({ '1.field': 'Mal' })
    expect(errorsByKey({ 'fields.7.field': 'Mal' }, 'fields', lines)).toEqual({})
  })

  test('a type is dirty by its documents or by its data', () => {
    const draft = { version: 1, base: [], dirty: true, lines: [] }
    expect(isDirty(noDrafts, 'AUDIT')).toBe(false)
    expect(isDirty({ documents: { ISSUE: draft }, data: {} }, 'ISSUE')).toBe(true)
    expect(isDirty({ documents: {}, data: { AUDIT: draft } }, 'AUDIT')).toBe(true)
    expect(isDirty({ documents: { AUDIT: { ...draft, base: [], dirty: false } }, data: {} }, 'AUDIT')).toBe(false)
  })
})
