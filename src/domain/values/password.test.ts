import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMON_WORDS } from '#domain/values/common-words.ts'
import { checkPassword, DEFAULT_PASSWORD_POLICY, passwordChecks, passwordRule } from '#domain/values/password.ts'

const POLICY =
  'La contraseña debe tener al menos entre 8 y 16 caracteres, un dígito, una minúscula, una mayúscula y un caracter no alfanumérico.'
const LENGTH = 'La contraseña debe tener entre 15 y 128 caracteres.'
const COMMON = 'La contraseña es demasiado fácil de adivinar: evite palabras comunes, series y repeticiones.'
const CONTEXT = 'La contraseña no puede contener su nombre, su correo, su empresa ni el nombre del portal.'

const specified = (value: string) => checkPassword('especificacion', value)
const nist = (value: string, context?: string[]) => checkPassword('nist', value, context)

describe('password policy of the specification', () => {
  it('LIM-21: is the default (D42)', () => expect(DEFAULT_PASSWORD_POLICY).toBe('especificacion'))

  it.each(['Almotacen.2026', 'aB3$efgh', 'aB3$efghijklmnop', 'Ñandú.26', 'aB3€efgh', 'aB3_efgh', 'aB3😀efgh'])(
    'FORM-03 FORM-04 LIM-21: accepts %j',
    value => expect(specified(value)).toBeNull(),
  )

  it.each([
    '',
    'aB3$efg',
    'aB3$efghijklmnopq',
    'AB3$EFGH',
    'ab3$efgh',
    'aBc$efgh',
    'aB3defgh',
    'aB3ñefgh',
    'aB3 efgh',
    'aB3$ efgh',
    ' aB3$efgh',
    'aB3$efgh\n',
    'aB3$\u00a0fgh',
    `aB3$${'x'.repeat(50_000)}`,
  ])('FORM-03 FORM-04 LIM-21: refuses %j', value => expect(specified(value)).toBe(POLICY))

  it('no half of a character, which is hashed as any other half', () => {
    expect(specified('Abcdef1!\ud800')).toBe(POLICY)
    expect(nist('caballo grapa bateria\udfff')).toBe(LENGTH)
  })

  it('FORM-03 FORM-04 LIM-21: accepts exactly the passwords with the length, no space and the four classes', () => {
    const char = fc.constantFrom(...'abzñABZÑ019.$_- \t€')
    fc.assert(
      fc.property(fc.string({ unit: char, minLength: 5, maxLength: 19 }), value => {
        const chars = [...value]
        const has = (set: string) => chars.some(one => set.includes(one))
        const right =
          chars.length >= 8 &&
          chars.length <= 16 &&
          !has(' \t') &&
          has('abzñ') &&
          has('ABZÑ') &&
          has('019') &&
          has('.$_-€')
        expect(specified(value)).toBe(right ? null : POLICY)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('password policy nist (D42)', () => {
  it.each([
    'caballo grapa bateria',
    'correct horse battery staple',
    'tH9#xQ2!mLp7wZ4',
    'tres tristes tigres tragaban',
    '😀🐎🔋📎🌵🧭🎻🪁🧵🛶🧊🪐🦉🧲🪴',
    'tH9#xQ2!mLp7wZ'.padEnd(128, 'kd8Gs-'),
  ])('D42: accepts %j, spaces and all', value => expect(nist(value)).toBeNull())

  it.each(['', 'tH9#xQ2!mLp7wZ', '😀🐎🔋📎🌵🧭🎻🪁🧵🛶🧊🪐🦉🧲', `${'kd8Gs-'.repeat(21)}abc`, 'kd8Gs-'.repeat(10_000)])(
    'D42: refuses the length (case %#)',
    value => expect(nist(value)).toBe(LENGTH),
  )

  it.each([
    'password1234567',
    'Password1234567',
    'Contraseña2026!',
    'contrasena.2026',
    'passwordpassword',
    'P4$$w0rd1234567',
    'qwertyuiop12345',
    'aaaaaaaaaaaaaaa',
    '123456789012345',
    '098765432109876',
    'abcdefghijklmno',
    'xK9!xK9!xK9!xK9!',
    'Verano2026Verano',
    'Bienvenido 2026',
    'Administrador12',
    'Madrid2024Madrid2024',
    'RealMadrid1902!!',
  ])('D42: refuses %j as too common', value => expect(nist(value)).toBe(COMMON))

  it.each([
    ['passwordpassword xk9!z', COMMON],
    ['passwordpassword xk9!zw', null],
    ['passwordpassword xxkkxxkkxxkk', COMMON],
    ['passwordpassword xkqz xkqz xkqz', COMMON],
    ['passwordpassword xkqzw xkqzw', null],
    ['passwordpassword 1999 2026', COMMON],
    ['passwordpassword abcxkmqtv', null],
    ['passwordpassword abcxkmqt', COMMON],
    ['passwordpassword kjixkmqt', COMMON],
    ['passwordpassword xkabcdmq', COMMON],
    ['passwordpassword xkm1234pz', COMMON],
    ['passwordpassword xkm135pzq', null],
    ['passwordpassword xabyabzab', null],
  ])('D42: checks %j for six characters, five different ones, words, years and series', (value, message) =>
    expect(nist(value)).toBe(message),
  )

  it.each([
    ['tigre-acme-lento', ['Acme Sistemas, S.L.']],
    ['TIGRE-ÁCMÉ-LENTO', ['acme']],
    ['lento garcia tigre', ['ana.garcia@acme.es']],
    ['tigre B12345674 lento', ['B12345674']],
    ['mi Almotacén brilla', ['Almotacén']],
    ['mi-banco-del-sur-azul', ['Banco del Sur']],
  ])('D42: refuses %j with the context %j', (value, context) => expect(nist(value, context)).toBe(CONTEXT))

  it('D42: words of the context shorter than four letters are no reason to refuse', () => {
    expect(nist('tres tristes tigres', ['Tri S.L.', ''])).toBeNull()
  })

  it('D42: a common word dressed up with a year and signs stays common', () => {
    const affix = fc.constantFrom('', '1', '!', '2026', '.', '1!', '#1')
    fc.assert(
      fc.property(fc.constantFrom(...COMMON_WORDS), affix, affix, (word, before, after) => {
        const value = `${before}${word.toUpperCase()}${after}`.padEnd(15, '*')
        expect(nist(value)).toBe(COMMON)
      }),
    )
  })

  it('D42: twenty characters at random are practically never taken for common', () => {
    const char = fc.constantFrom(...'bcdfghjkmpqrtvwxz2468')
    const random = fc.string({ unit: char, minLength: 20, maxLength: 128 }).filter(value => new Set(value).size >= 12)
    fc.assert(fc.property(random, value => void expect(nist(value)).toBeNull()))
  })
})

describe('the demands of a policy, one by one', () => {
  it('FORM-04 LIM-21: each of the default policy is met or not on its own', () => {
    const met = (value: string) => passwordChecks('especificacion', value).map(check => check.holds)
    expect(met('')).toEqual([false, false, false, false, false, false])
    expect(met('abc 1')).toEqual([false, true, true, false, false, false])
    expect(met('Abcdef1.')).toEqual([true, true, true, true, true, true])
  })

  it('D42: no rule holds for a text that is too short for the other policy', () => {
    expect(passwordChecks('nist', 'corto').map(check => check.holds)).toEqual([false, false, false])
    expect(passwordChecks('nist', 'tigre lento azul', ['Tigre']).map(check => check.holds)).toEqual([true, false, true])
  })
})

describe('rule password', () => {
  it.each(['Abcdefg1', 'Abcdefg1'.repeat(10), 'Abc defg 1', 'Ñandúes1'])('FORM-35: accepts %j', value =>
    expect(passwordRule(value)).toBeNull(),
  )

  it.each(['', 'Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh'])('FORM-35: refuses %j', value =>
    expect(passwordRule(value)).toBe(
      'La contraseña debe tener al menos 8 caracteres, un dígito, una minúscula y una mayúscula.',
    ),
  )
})
