import { expect, test } from 'vitest'
import { z } from 'zod'
import { formValues, formWords, optionsOf, readForm } from '#domain/record/form.ts'
import { emptyValues, fieldInput, fieldOutput } from '#domain/record/wire.ts'
import { fieldColumns, fieldLabels, fieldText, fieldWords } from '#domain/record/words.ts'
import {
  arrangementFields,
  entityFields,
  functionFields,
  lineFields,
} from '#domain/supervision/register/entry/fields.ts'
import { terms } from '#domain/supervision/register/entry/terms.ts'

const entity = {
  lei: null,
  leiRenewalOn: '2027-12-31',
  country: 'ES',
  type: 'x12',
  authority: 'Banco de España',
  hierarchy: null,
  parentLei: null,
  parentName: '',
  parentCountry: null,
  parentType: null,
  parentHierarchy: null,
  currency: 'EUR',
  totalAssets: 1_500_000_000.5,
  filingOn: null,
}

test('DORA-07: the values of a form, and their words, read back as the same', () => {
  const typed = formValues(entityFields, entity)
  expect(typed.totalAssets).toBe('1500000000,5')
  expect(readForm(entityFields, typed)).toEqual({ values: entity, faults: {} })
  const words = formWords(entityFields, typed)
  expect(words).toMatchObject({ country: 'España', totalAssets: '1.500.000.000,5', leiRenewalOn: '31/12/2027' })
  expect(readForm(entityFields, words)).toEqual({ values: entity, faults: {} })
})

test('DORA-07: a new thing is empty, and a value that cannot be understood is named', () => {
  for (const fields of [functionFields, arrangementFields, lineFields]) {
    const { values, faults } = readForm(fields, formValues(fields, null))
    expect(faults).toEqual({})
    expect(values).toEqual(emptyValues(fields))
  }
  const whole = readForm(lineFields, { exitPlan: 'YES', alternativeNames: 'x'.repeat(301), ownAuditOn: '2026-01-31' })
  expect(whole.values).toMatchObject({ exitPlan: true, ownAuditOn: '2026-01-31' })
  expect(whole.faults).toEqual({ alternativeNames: 'No puede superar los 300 caracteres.' })
  const { faults } = readForm(lineFields, { impact: 'quizá', ownAuditOn: '31/02/2026', holdsData: 'NO' })
  expect(faults).toEqual({
    impact: '«quizá» no está en la lista de «Impacto de la interrupción».',
    ownAuditOn: '«31/02/2026» no es una fecha. Escríbala como 31/12/2026.',
  })
})

test('REG-12: a form holds countries by their codes, words by their names, and a body each once', () => {
  const { storageCountries } = lineFields
  const typed = formValues({ storageCountries }, { storageCountries: ['ES', 'IE'] })
  expect(typed).toEqual({ storageCountries: 'ES,IE' })
  const read = { values: { storageCountries: ['ES', 'IE'] }, faults: {} }
  expect(readForm({ storageCountries }, typed)).toEqual(read)
  const words = formWords({ storageCountries }, typed)
  expect(words).toEqual({ storageCountries: 'España, Irlanda' })
  expect(readForm({ storageCountries }, words)).toEqual(read)
  expect(fieldText(storageCountries, [])).toBe('')
  const input = fieldInput({ storageCountries }).storageCountries
  expect(input.parse(['IE', 'ES', 'IE'])).toEqual(['ES', 'IE'])
  for (const wrong of [['España'], 'ES', null, Array(61).fill('ES')]) expect(input.safeParse(wrong).success).toBe(false)
})

test('DORA-07: a form holds codes of yes and no, and numbers as people write them', () => {
  const of = (thing: object) => formValues({ ...lineFields, ...functionFields, ...entityFields }, thing)
  expect(of({ exitPlan: true, holdsData: false, rtoHours: 4, totalAssets: 0.5, authority: 'D.G. 3' })).toMatchObject({
    ...{ exitPlan: 'YES', holdsData: 'NO', rtoHours: '4', totalAssets: '0,5', authority: 'D.G. 3' },
  })
})

test('DORA-07: a value is read in words, and none is no word', () => {
  const { totalAssets, country, authority, leiRenewalOn } = entityFields
  expect([null, undefined, ''].map(value => fieldText(totalAssets, value))).toEqual(['', '', ''])
  expect([true, false].map(value => fieldText(lineFields.exitPlan, value))).toEqual(['Sí', 'No'])
  expect([fieldText(country, 'ES'), fieldText(country, 'ZZ'), fieldText(country, '')]).toEqual(['España', 'ZZ', ''])
  expect([fieldText(authority, 'BdE'), fieldText(totalAssets, 1200.5), fieldText(leiRenewalOn, '2027-12-31')]).toEqual([
    ...['BdE', '1.200,5', '31/12/2027'],
  ])
  const given = { country: 'FR', authority: undefined, unknown: 'x' }
  expect(fieldWords(entityFields, given)).toStrictEqual({ country: 'Francia' })
  const label = fieldLabels(entityFields, { more: 'Más' })
  expect([label('country'), label('more')]).toEqual(['País', 'Más'])
})

test('DORA-07: a list shows its fields in words, some of them below others', () => {
  const columns = fieldColumns<{ name: string; critical: string }>(functionFields, { name: 'code' })
  const [code, name, , critical] = columns
  const row = { name: 'Pagos', critical: 'x28' }
  expect(code).toStrictEqual({ key: 'code', label: 'Identificador', text: expect.any(Function) })
  expect([name!.under, name!.text(row), critical!.text(row), code!.text(row)]).toEqual(['code', 'Pagos', 'Sí', ''])
})

test('REG-04: the terms that a bank defines are the columns of their table', () => {
  expect(terms).toHaveLength(19)
  expect(terms[0]).toEqual({ column: 'c0010', name: expect.stringMatching(/./) })
})

test.each([
  ['country', 'ES', ['ZZ', '', 4]],
  ['country', null, ['España']],
  ['authority', 'x'.repeat(200), ['x'.repeat(201), null]],
  ['lei', 'x'.repeat(40), ['x'.repeat(41), 4]],
  ['lei', null, [4]],
  ['leiRenewalOn', '2027-12-31', ['31/12/2027', '', 4]],
  ['leiRenewalOn', null, [4]],
  ['totalAssets', 0.55, [0.555, -1, '1', 9_999_999_999_999.5]],
  ['totalAssets', 9_999_999_999_999, [10_000_000_000_000]],
  ['totalAssets', null, ['']],
  ['rtoHours', 99_999, [100_000, -1, 0.5, '4']],
  ['rtoHours', 0, [-1]],
  ['rtoHours', null, ['']],
  ['exitPlan', true, ['Sí', 1, '']],
  ['exitPlan', null, ['']],
] as const)('DORA-07: the field %s takes %j and refuses %j', (name, taken, refused) => {
  const fields = { ...entityFields, ...functionFields, ...lineFields }
  const input = z.object(fieldInput(fields))
  expect(input.parse({ [name]: taken })).toEqual({ [name]: taken })
  for (const value of refused) expect(input.safeParse({ [name]: value }).success, String(value)).toBe(false)
  expect(fieldOutput(fields)[name].safeParse(taken).success).toBe(true)
  expect(fieldOutput(fields)[name].safeParse([]).success).toBe(false)
})

test('DORA-07: an empty code is none, a text keeps 200 characters where nothing else is said, and an answer has its kind', () => {
  const { lei, note, code } = fieldInput({
    lei: entityFields.lei,
    note: { label: 'Nota', kind: 'text' },
    code: { label: 'Código', kind: 'code' },
  })
  expect(lei.parse('')).toBeNull()
  expect([note.safeParse('x'.repeat(200)).success, note.safeParse('x'.repeat(201)).success]).toEqual([true, false])
  expect([code.safeParse('x'.repeat(40)).success, code.safeParse('x'.repeat(41)).success]).toEqual([true, false])
  const amount = fieldInput(entityFields).totalAssets.safeParse(0.555)
  expect(amount.error?.issues[0]?.message).toBe('Escriba dos decimales como mucho')
  const answer = fieldOutput({ ...entityFields, ...functionFields, ...lineFields })
  for (const name of ['country', 'lei', 'leiRenewalOn', 'totalAssets', 'rtoHours', 'exitPlan'] as const) {
    expect(answer[name].safeParse(null).success, name).toBe(true)
  }
  expect(answer.authority.safeParse(null).success).toBe(false)
  expect(answer.country.safeParse('ZZ').success).toBe(true)
  for (const [name, value] of [
    ['totalAssets', 'x'],
    ['rtoHours', 'x'],
    ['exitPlan', 'x'],
    ['country', 4],
  ] as const) {
    expect(answer[name].safeParse(value).success, name).toBe(false)
  }
})

test('REG-18: a value that its list no longer has stays in a form that does not change it, is offered there alone, and cannot be chosen', () => {
  const list = { name: 'Color', values: [{ code: 'A', label: 'Azul' }], past: [{ code: 'R', label: 'Rojo' }] }
  const fields = {
    one: { label: 'Uno', kind: 'choice', choices: () => list, varies: true },
    many: { label: 'Varios', kind: 'countries', choices: () => list, varies: true },
  } as const
  const saved = formValues(fields, { one: 'R', many: ['A', 'R', 'X'] })
  expect(readForm(fields, saved, saved)).toEqual({ values: {}, faults: {} })
  expect(formWords(fields, saved)).toEqual({ one: 'Rojo', many: 'Azul, Rojo, X' })
  expect(optionsOf(list, 'R').map(({ label }) => label)).toEqual(['Azul', 'Rojo (ya no está en la lista)'])
  expect(optionsOf(list, '').map(({ label }) => label)).toEqual(['Azul'])
  const moved = { one: 'A', many: 'R' }
  expect(readForm(fields, moved, saved)).toEqual({
    values: { one: 'A' },
    faults: { many: '«R» no está en la lista de «Color».' },
  })
  const body = z.object(fieldInput(fields))
  expect(body.safeParse({ one: 'A', many: ['A'] }).success).toBe(true)
  expect([{ one: 'R' }, { many: ['R'] }].map(each => body.safeParse(each).success)).toEqual([false, false])
  list.values.push({ code: 'V', label: 'Verde' })
  expect(body.safeParse({ one: 'V' }).success).toBe(true)
})
