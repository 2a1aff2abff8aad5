import { expect, test } from 'vitest'
import { eachInItsTab } from '#test/support/web/tab.ts'
import { keepEditDraft, NO_VERSION, openEdit, readEditDraft } from '#web/conflict/editDraft.ts'
import { keepDraft, readDraft } from '#web/session/drafts.ts'

eachInItsTab()

test('014: a draft keeps typed fields with their base, and no untouched ones', () => {
  keepEditDraft('k', { version: 3, base: { a: '1', b: '1' }, values: { a: 'mía', b: '1', c: 'nueva' } })
  expect(readEditDraft('k')).toEqual({ version: 3, base: { a: '1', c: '' }, typed: { a: 'mía', c: 'nueva' } })
  keepEditDraft('k', { version: 3, base: { a: '1' }, values: { a: '1', b: '' } })
  expect([readEditDraft('k'), readDraft('k')]).toEqual([null, null])
})

test('014: a draft of before drafts kept their base has an empty base, and invalid parts are left out', () => {
  keepDraft('k', { a: 'mía', b: 7 })
  expect(readEditDraft('k')).toEqual({ version: NO_VERSION, base: {}, typed: { a: 'mía' } })
  keepDraft('k', { version: 3, base: { a: null }, typed: 'x' })
  expect(readEditDraft('k')).toEqual({ version: 3, base: {}, typed: {} })
})

const nothing = { service: '', concept: '' }

test('a form opens with the words of its draft, each name its own', () => {
  const values = { service: 's', concept: 'Destrucción «confidencial»' }
  keepEditDraft('k', { version: NO_VERSION, base: nothing, values })
  expect(openEdit('k', NO_VERSION, nothing).values).toEqual(values)
  expect(openEdit('other', NO_VERSION, nothing).values).toEqual(nothing)
  expect(openEdit(undefined, NO_VERSION, nothing).values).toEqual(nothing)
  const onlyConcept = openEdit('k', NO_VERSION, nothing, begun => ({ ...begun, typed: { concept: 'c' } }))
  expect(onlyConcept.values).toEqual({ service: '', concept: 'c' })
})

test('014: a draft of before drafts kept their base opens in a new form, and conflicts in another', () => {
  keepDraft('k', { service: '', concept: 'El mío' })
  expect(openEdit('k', NO_VERSION, nothing).values).toEqual({ ...nothing, concept: 'El mío' })
  expect(openEdit('k', 4, { ...nothing, concept: 'El de ahora' })).toEqual({
    version: NO_VERSION,
    base: nothing,
    values: { ...nothing, concept: 'El mío' },
  })
  expect(openEdit('k', 4, { ...nothing, concept: 'El mío' }).version).toBe(4)
})
