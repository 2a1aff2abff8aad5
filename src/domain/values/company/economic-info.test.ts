import { describe, expect, it } from 'vitest'
import {
  type EconomicDraft,
  economicInfoErrors,
  figuresFor,
  fiscalYears,
  readEconomicInfo,
  yearsOf,
} from '#domain/values/company/economic-info.ts'
import { MESSAGES } from '#domain/values/messages.ts'

const EMPTY = 'No puede estar vacio'
const WRONG = 'Valor monetario incorrecto. Ejemplo correcto 10000'

const complete: EconomicDraft = {
  volBilling: { lastExercise: 4812, exercise1: '4.500', exercise2: '4200' },
  results: { lastExercise: 0, exercise1: -350, exercise2: '-1.200' },
  volActive: { lastExercise: null, exercise1: '', exercise2: undefined },
}

describe('economic info', () => {
  it('FORM-42: complete without the volActive group', () => {
    expect(economicInfoErrors(complete)).toEqual({})
    expect(economicInfoErrors({ ...complete, volActive: null })).toEqual({})
    expect(economicInfoErrors({ volBilling: complete.volBilling, results: complete.results })).toEqual({})
  })

  it('FORM-16 FORM-42: when all is empty, the six required figures are missing', () => {
    const missing = {
      'volBilling.lastExercise': EMPTY,
      'volBilling.exercise1': EMPTY,
      'volBilling.exercise2': EMPTY,
      'results.lastExercise': EMPTY,
      'results.exercise1': EMPTY,
      'results.exercise2': EMPTY,
    }
    expect(economicInfoErrors({})).toEqual(missing)
    expect(economicInfoErrors({ volBilling: { lastExercise: ' ', exercise1: null }, results: null })).toEqual(missing)
  })

  it.each([0, -1, '0', '-1', '-4.812'])('FORM-16: %j is a value (D33)', figure => {
    const results = { lastExercise: figure, exercise1: figure, exercise2: figure }
    expect(economicInfoErrors({ ...complete, results })).toEqual({})
  })

  it.each([1.234, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1,5', 'mil', '1.5'])(
    'FORM-32: refuses %j, in the optional group too',
    figure => {
      expect(economicInfoErrors({ ...complete, volActive: { exercise1: figure } })).toEqual({
        'volActive.exercise1': WRONG,
      })
    },
  )

  it.each([1e12 + 1, -1e12 - 1, 2 ** 53 + 2, 1e30, '1.000.000.000.001'])('says the limit of %j', figure => {
    expect(economicInfoErrors({ ...complete, volActive: { exercise1: figure } })).toEqual({
      'volActive.exercise1': MESSAGES.moneyTooLarge,
    })
  })

  it('reads a draft as figures', () => {
    expect(readEconomicInfo(complete)).toEqual({
      volBilling: { lastExercise: 4812, exercise1: 4500, exercise2: 4200 },
      results: { lastExercise: 0, exercise1: -350, exercise2: -1200 },
      volActive: { lastExercise: null, exercise1: null, exercise2: null },
    })
  })

  it.each([
    ['2026-11-21', [2025, 2024, 2023]],
    ['2026-12-31', [2025, 2024, 2023]],
    ['2027-01-01', [2026, 2025, 2024]],
  ])('LIM-27: on %s the last closed years are %j', (today, years) => expect(fiscalYears(today)).toEqual(years))

  describe('PART-26 LIM-27: figures stay those of their years', () => {
    const accounts = { economicInfo: readEconomicInfo(complete), economicYear: 2025 }

    it.each([
      ['2026-12-31', [2025, 2024, 2023]],
      ['2027-01-01', [2025, 2024, 2023]],
    ])('on %s they are read as those of %j', (today, years) => expect(yearsOf(accounts, today)).toEqual(years))

    it('and where their year is not known, as those of the last closed years', () => {
      expect(yearsOf({ ...accounts, economicYear: null }, '2027-01-01')).toEqual([2026, 2025, 2024])
      expect(figuresFor({ ...accounts, economicYear: null }, '2027-01-01')).toEqual(accounts.economicInfo)
    })

    it.each([
      ['2026-12-31', [0, -350, -1200]],
      ['2027-01-01', [null, 0, -350]],
      ['2028-01-01', [null, null, 0]],
      ['2029-01-01', [null, null, null]],
      ['2040-01-01', [null, null, null]],
    ])('a form of %s has %j under its years', (today, [lastExercise, exercise1, exercise2]) => {
      expect(figuresFor(accounts, today)?.results).toEqual({ lastExercise, exercise1, exercise2 })
    })

    it('and no figures are none in any year', () => {
      expect(figuresFor({ economicInfo: null, economicYear: null }, '2027-01-01')).toBeNull()
    })
  })
})
