import { describe, expect, it } from 'vitest'
import { text } from '#domain/contract/wire.ts'
import { normaliseCif } from '#domain/values/company/cif.ts'
import { normaliseCnae } from '#domain/values/company/cnae.ts'
import { normaliseEuid } from '#domain/values/company/euid.ts'
import { normaliseNrbe } from '#domain/values/company/nrbe.ts'
import { normaliseEmail } from '#domain/values/contact/email.ts'
import { normalisePhone } from '#domain/values/contact/phone.ts'
import { normalisePostalCode } from '#domain/values/contact/postal-code.ts'
import { parseDay } from '#domain/values/day.ts'
import { normaliseLei } from '#domain/values/lei.ts'
import { parseMoney } from '#domain/values/money.ts'
import {
  characterCount,
  lettersAndDigitsRule,
  lettersOnlyRule,
  maxLengthRule,
  normaliseText,
  notEmptyRule,
  sameRule,
  TEXT_MAX,
} from '#domain/values/text.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe('text', () => {
  it.each(['Responsable 2', 'Área51', 'ñandú', 'Mª', 'I\u0301ñigo 3', ' 2 '])(
    'FORM-10: letters and digits takes %j',
    text => expect(lettersAndDigitsRule(text)).toBeNull(),
  )

  it.each(['', ' ', 'a_b', 'a-b', 'a.b', '<b>', 'a;b', 'Иван', 'a\u202eb', '😀'])(
    'FORM-10: letters and digits does not take %j',
    text => expect(lettersAndDigitsRule(text)).toBe('Use solo letras y números.'),
  )

  it.each([
    'Íñigo',
    'María  del Mar',
    'Güell',
    'Françoise',
    "O'Donnell",
    'D’Ors',
    'Sainz-Maza',
    'Avel·lí',
    'Mª José',
    'Peña y Goñi',
    'I\u0301n\u0303igo',
    ' Ana ',
  ])('FORM-11: letters only takes %j', text => expect(lettersOnlyRule(text)).toBeNull())

  it.each([
    '',
    ' ',
    'Ana2',
    '-Ana',
    'Ana-',
    "O''Donnell",
    'Ana_Gil',
    'Ana, Gil',
    'Ana@Gil',
    'Ana<b>',
    'Анна',
    '\u0301',
  ])('FORM-11: letters only does not take %j', text => expect(lettersOnlyRule(text)).toBe('Use solo letras.'))

  it.each(['', ' ', '\t\n', '\u00a0'])('FORM-22: %j is empty', text =>
    expect(notEmptyRule(text)).toBe('No puede estar vacio'),
  )
  it.each([
    '\u200b',
    ' \u200b\u200c\u200d ',
    '\u2060\ufeff',
    '\u00ad',
    '\u0000\u001f\u0085',
    '\u202e',
    '\u3164',
    '\u2800',
  ])('FORM-22: treats %j, which is invisible, as empty', text =>
    expect(notEmptyRule(text)).toBe('No puede estar vacio'),
  )
  it.each([FAMILY, 'a\u200db', '\u200bx', '❤️', '\u0301'])('FORM-22: %j is seen', text =>
    expect(notEmptyRule(text)).toBeNull(),
  )
  it.each(['0', 'a', ' a '])('FORM-22: %j is not empty', text => expect(notEmptyRule(text)).toBeNull())

  it.each([
    ['Clave.2026', 'Clave.2026', null],
    ['', '', null],
    ['Clave.2026', 'clave.2026', 'Contraseña diferente al primer campo introducido'],
    ['Clave.2026', 'Clave.2026 ', 'Contraseña diferente al primer campo introducido'],
    ['Clave.2026', undefined, 'Contraseña diferente al primer campo introducido'],
  ])('FORM-36: %j against %j', (value, other, message) => expect(sameRule(value, other)).toBe(message))

  it('normalises white space and composes accents', () =>
    expect(normaliseText('  Nu\u0301ria \t Gil ')).toBe('Núria Gil'))

  it.each([
    ['', 0],
    ['año', 3],
    ['an\u0303o', 3],
    ['😀', 1],
    [FAMILY, [...FAMILY].length],
    ['🇪🇸', 2],
    ['a\r\nb', 4],
  ])('LIM-22 LIM-23: %j has %d characters', (text, count) => expect(characterCount(text)).toBe(count))

  it.each(['', 'a'.repeat(200), 'ñ'.normalize('NFD').repeat(200), '😀'.repeat(200)])(
    'LIM-22 LIM-23: accepts up to 200 characters (case %#)',
    text => expect(maxLengthRule()(text)).toBeNull(),
  )

  it.each(['a'.repeat(201), 'ñ'.normalize('NFD').repeat(201), '😀'.repeat(201), `a${'\u0301'.repeat(5000)}`])(
    'LIM-22 LIM-23: refuses more than 200 characters, or one that never ends (case %#)',
    text => expect(maxLengthRule(TEXT_MAX)(text)).toBe('No puede superar los 200 caracteres.'),
  )
})

const STRAY = '\u00ad\u180e\u200b\u200e\u200f\u2060\ufeff'

describe('invisible characters', () => {
  it.each([
    ['a name', normaliseText, 'Banco Norte', 'Banco Norte'],
    ['a free text', (value: string) => text(200).parse(value), 'Banco\nNorte', 'Banco\nNorte'],
    ['an e-mail', normaliseEmail, 'ana@empresa.es', 'ana@empresa.es'],
    ['a CIF', normaliseCif, 'A39000013', 'A39000013'],
    ['a code of a bank', normaliseNrbe, '49', '0049'],
    ['a CNAE', normaliseCnae, '62.01', '6201'],
    ['a postal code', normalisePostalCode, '28045', '28045'],
    ['a telephone', normalisePhone, '911234567', '911234567'],
    ['a LEI', normaliseLei, '5493006QMFDDMYWIAM13', '5493006QMFDDMYWIAM13'],
    ['an EUID', normaliseEuid, 'ESM.1', 'ESM.1'],
    ['a date', (value: string) => parseDay(value), '31/12/2026', '2026-12-31'],
    ['an amount', (value: string) => String(parseMoney(value)), '4.812', '4812'],
  ])('FORM-22: are in no part of %s', (_what, normalise, typed, stored) => {
    const pasted = STRAY + [...typed].join(STRAY) + STRAY
    expect(normalise(pasted)).toBe(stored)
  })

  it('keeps invisible characters that shape letters and emoji', () => {
    expect(text(200).parse(`${FAMILY} می\u200cخواهم`)).toBe(`${FAMILY} می\u200cخواهم`)
  })
})
