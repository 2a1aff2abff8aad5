import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import {
  CIF_CONTROL,
  CIF_PATTERN,
  type CifSetting,
  cifControls,
  cifRule,
  normaliseCif,
} from '#domain/values/company/cif.ts'

const FORMAT = 'CIF erróneo: el formato no es correcto.'
const CONTROL = 'CIF erróneo: el carácter de control no es correcto.'
const FIRST_LETTERS = [...'ABCDEFGHJNPQRSUVW']
const oracle = (cif: string) => stdnum.ES!.cif!.validate(cif).isValid

const firstLetter = fc.constantFrom(...FIRST_LETTERS)
const sevenDigits = fc.stringMatching(/^\d{7}$/)
const setting = fc.constantFrom<CifSetting>('agencia-tributaria', 'especificacion')

/** Kind of control character by first letter, written out independently of the code's own table. */
function kinds(letter: string, rule: CifSetting): ('digit' | 'letter')[] {
  if (/[ABEH]/.test(letter)) return ['digit']
  if (rule === 'agencia-tributaria' && /[CDFGJUV]/.test(letter)) return ['digit', 'letter']
  return ['letter']
}

describe('cif', () => {
  it.each(['A58818501', 'B12345674', 'Q2876031B', 'N0112768G', 'W8265365J', 'P2807900B', 'S2800568D', 'E58818501'])(
    'FORM-26 FORM-27 FORM-28: accepts %s under both settings',
    cif => {
      expect(cifRule(cif, 'agencia-tributaria')).toBeNull()
      expect(cifRule(cif, 'especificacion')).toBeNull()
    },
  )

  it.each(['F04743175', 'J99216582', 'G58818501', 'U58818501', 'V58818501', 'C58818501', 'D58818501'])(
    'FORM-28: %s has a digit that the tax agency issues and the specification refuses (D24)',
    cif => {
      expect(cifRule(cif)).toBeNull()
      expect(cifRule(cif, 'especificacion')).toBe(CONTROL)
    },
  )

  it.each(['F0474317E', 'J9921658B', 'G5881850A'])('FORM-28: accepts the letter of %s under both settings', cif => {
    expect(cifRule(cif)).toBeNull()
    expect(cifRule(cif, 'especificacion')).toBeNull()
  })

  it.each([
    '',
    'B',
    'B1234567',
    'B123456744',
    '12345674',
    'I12345674',
    'K12345674',
    'L12345674',
    'M12345674',
    'O12345674',
    'T12345674',
    'X12345674',
    'Y12345674',
    'Z12345674',
    'Ñ12345674',
    'B1234567K',
    'B1234567Z',
    'B12345A74',
    'B١٢٣٤٥٦٧4',
    'BB2345674',
    'B12345674 y algo',
    '12345678Z',
  ])('FORM-26 FORM-29: refuses the format of %j', cif => expect(cifRule(cif)).toBe(FORMAT))

  it.each(['B12345675', 'A58818502', 'B1234567D', 'A5881850A', 'Q28760312', 'Q2876031C', 'F04743176', 'F0474317F'])(
    'FORM-27 FORM-30: refuses the control character of %s',
    cif => expect(cifRule(cif)).toBe(CONTROL),
  )

  it.each([
    ['b12345674', 'B12345674'],
    [' B-12345674 ', 'B12345674'],
    ['B-12.345.674', 'B12345674'],
    ['B 1234567 4', 'B12345674'],
    ['B–1234567—4', 'B12345674'],
    ['A-39000013', 'A39000013'],
    ['ESA39000013', 'A39000013'],
    ['ESB12345674', 'B12345674'],
    ['es-b12345674', 'B12345674'],
    ['ES B 12 345 674', 'B12345674'],
    ['B\u00a012345674\u200b', 'B12345674'],
    ['e58818501', 'E58818501'],
  ])('FORM-26: understands %j as pasted', (pasted, cif) => {
    expect(normaliseCif(pasted)).toBe(cif)
    expect(cifRule(pasted)).toBeNull()
  })

  it.each([
    ['B12345674', true],
    ['Z1234567Q', true],
    ['b12345674', false],
    ['B123456', false],
    ['B12345674\n', false],
    ['Ñ12345674', false],
  ])('FORM-14: the field pattern over %j is %s', (text, matches) => expect(CIF_PATTERN.test(text)).toBe(matches))

  it('D24: the control table has the two settings', () => {
    expect(Object.keys(CIF_CONTROL)).toEqual(['agencia-tributaria', 'especificacion'])
  })

  it('FORM-27 FORM-28: accepts every right CIF, as the independent library does', () => {
    fc.assert(
      fc.property(firstLetter, sevenDigits, setting, (letter, digits, rule) => {
        const controls = cifControls(digits)
        for (const kind of ['digit', 'letter'] as const) {
          const cif = `${letter}${digits}${controls[kind]}`
          expect(oracle(cif)).toBe(true)
          expect(cifRule(cif, rule)).toBe(kinds(letter, rule).includes(kind) ? null : CONTROL)
        }
      }),
    )
  })

  it('FORM-26 FORM-27: after a change of one character the verdict is the independent library’s', () => {
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
    fc.assert(
      fc.property(
        firstLetter,
        sevenDigits,
        fc.constantFrom('digit' as const, 'letter' as const),
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom(...alphabet),
        setting,
        (letter, digits, kind, at, char, rule) => {
          const cif = `${letter}${digits}${cifControls(digits)[kind]}`
          const mutated = cif.slice(0, at) + char + cif.slice(at + 1)
          const control = /\d$/.test(mutated) ? 'digit' : 'letter'
          const expected = oracle(mutated) && kinds(mutated.charAt(0), rule).includes(control)
          expect(cifRule(mutated, rule) === null).toBe(expected)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
