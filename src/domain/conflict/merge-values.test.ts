import { expect, test } from 'vitest'
import { mergeValues, reopen } from '#domain/conflict/merge-values.ts'

test('two people who changed different fields lose nothing; the same field is disputed', () => {
  const base = { a: '1', b: '1', c: '1' }
  const { merged, disputed } = mergeValues(base, { a: 'mía', b: '1', c: 'mía' }, { a: '1', b: 'suya', c: 'suya' })
  expect(merged).toEqual({ a: 'mía', b: 'suya', c: 'mía' })
  expect(disputed).toEqual(['c'])
  expect(mergeValues(base, { ...base, a: 'igual' }, { ...base, a: 'igual' }).disputed).toEqual([])
})

const saved = { a: '2', b: '1', c: '3' }
const opened = (begun: Parameters<typeof reopen>[2]) => reopen(7, saved, begun)

test('a form without a draft begins with what is saved', () => {
  expect(opened(null)).toEqual({ version: 7, base: saved, values: saved })
})

test('a draft over its own base version opens unchanged', () => {
  const begun = { version: 7, base: { a: ' 2' }, typed: { a: 'mía' } }
  expect(opened(begun)).toEqual({ version: 7, base: saved, values: { ...saved, a: 'mía' } })
})

test('a draft over a newer version keeps its own changes and takes those of others', () => {
  const begun = { version: 5, base: { b: '1' }, typed: { b: 'mía' } }
  expect(opened(begun)).toEqual({ version: 7, base: saved, values: { ...saved, b: 'mía' } })
  const undone = { version: 5, base: { a: '1', c: '1' }, typed: { a: '1', c: '3' } }
  expect(opened(undone)).toEqual({ version: 7, base: saved, values: saved })
})

test('014: after two changes of one field the draft keeps its old base, so that saving conflicts', () => {
  const begun = { version: 5, base: { a: '1', b: '1' }, typed: { a: 'mía', b: 'mía' } }
  const form = opened(begun)
  expect(form).toEqual({ version: 5, base: { ...saved, a: '1' }, values: { a: 'mía', b: 'mía', c: '3' } })
  // After a further change of another field, reopening the form still reports the conflict.
  const again = reopen(8, { ...saved, c: '4' }, { ...form, typed: form.values })
  expect(again).toMatchObject({ version: 5, base: { a: '1', b: '1' }, values: { a: 'mía', b: 'mía' } })
})

test('a draft without a base conflicts only where it would replace a saved value', () => {
  const begun = { version: 0, base: {}, typed: { a: 'mía', b: '', c: '3' } }
  expect(opened(begun)).toEqual({ version: 0, base: { ...saved, a: '' }, values: { ...saved, a: 'mía' } })
  expect(reopen(7, { ...saved, a: '' }, begun)).toMatchObject({ version: 7, values: { a: 'mía' } })
})
