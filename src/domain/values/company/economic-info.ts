import { texts } from '#domain/language/texts.ts'
import type { Day } from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { moneyRule, parseMoney } from '#domain/values/money.ts'

/** The groups of economic info; `volActive` may stay empty (PART-25, FORM-42). */
export const ECONOMIC_GROUPS = ['volBilling', 'results', 'volActive'] as const
/** The fiscal years of a group: n, n-1 and n-2 (PART-26, LIM-27). */
export const EXERCISES = ['lastExercise', 'exercise1', 'exercise2'] as const

export type EconomicGroup = (typeof ECONOMIC_GROUPS)[number]
export type Exercise = (typeof EXERCISES)[number]
/** Labels of the groups. */
export const economicGroupLabels: Record<EconomicGroup, string> = texts({
  volBilling: 'Volumen de facturación',
  results: 'Resultados',
  volActive: 'Volumen de activo',
})
export type EconomicPath = `${EconomicGroup}.${Exercise}`

/** Figures in thousands of euros (LIM-28); null for missing ones. */
export type EconomicInfo = Record<EconomicGroup, Record<Exercise, number | null>>

/** Economic info in a form that is being filled in: figures, text as typed, or no value yet. */
export type EconomicDraft = {
  readonly [G in EconomicGroup]?: { readonly [E in Exercise]?: number | string | null } | null
}

/**
 * Errors by path (`volBilling.lastExercise`); valid fields have no key. Zero and negative integers are values, only
 * empty counts as missing (D33); the group `volActive` may be empty (FORM-42).
 */
export function economicInfoErrors(draft: EconomicDraft): Partial<Record<EconomicPath, string>> {
  const errors: Partial<Record<EconomicPath, string>> = {}
  for (const group of ECONOMIC_GROUPS) {
    for (const exercise of EXERCISES) {
      const text = textOf(draft[group]?.[exercise])
      if (text === '') {
        if (group !== 'volActive') errors[`${group}.${exercise}`] = MESSAGES.notnull
      } else {
        const error = moneyRule(text)
        if (error) errors[`${group}.${exercise}`] = error
      }
    }
  }
  return errors
}

/** Converts a draft to figures; empty or invalid ones become null, so call `economicInfoErrors` first. */
export function readEconomicInfo(draft: EconomicDraft): EconomicInfo {
  const figures = (group: EconomicGroup) => ({
    lastExercise: parseMoney(textOf(draft[group]?.lastExercise)),
    exercise1: parseMoney(textOf(draft[group]?.exercise1)),
    exercise2: parseMoney(textOf(draft[group]?.exercise2)),
  })
  return { volBilling: figures('volBilling'), results: figures('results'), volActive: figures('volActive') }
}

type FiscalYears = [number, number, number]

const yearsTo = (last: number): FiscalYears => [last, last - 1, last - 2]

/** The last three closed fiscal years, n first: in 2026 they are 2025, 2024 and 2023 (LIM-27). */
export function fiscalYears(today: Day): FiscalYears {
  return yearsTo(Number(today.slice(0, 4)) - 1)
}

/** Stored figures; a draft may lack any of them. */
type Figures = { [G in EconomicGroup]?: { [E in Exercise]?: number | null | undefined } | undefined }

/** A participant's figures and their last fiscal year; null when it is unknown. */
export type Accounts = { economicInfo: Figures | null; economicYear: number | null }

/** The fiscal years of a participant's stored figures, which do not move when a new year begins. */
export function yearsOf({ economicYear }: Accounts, today: Day): FiscalYears {
  return economicYear === null ? fiscalYears(today) : yearsTo(economicYear)
}

/**
 * Shifts stored figures to today's fiscal years: newly closed years are empty, and years before the last three are
 * dropped.
 */
export function figuresFor({ economicInfo, economicYear }: Accounts, today: Day): Figures | null {
  const passed = economicYear === null ? 0 : fiscalYears(today)[0] - economicYear
  if (!economicInfo || passed <= 0) return economicInfo
  const moved = ECONOMIC_GROUPS.map(group => {
    const figures = EXERCISES.map((exercise, place) => {
      const then = EXERCISES[place - passed]
      return [exercise, (then && economicInfo[group]?.[then]) ?? null]
    })
    return [group, Object.fromEntries(figures)]
  })
  return Object.fromEntries(moved)
}

// Keeps the number 1.234 from being read as the text '1.234', which is a grouped 1234.
function textOf(figure: number | string | null | undefined): string {
  if (typeof figure === 'number') return Number.isInteger(figure) ? BigInt(figure).toString() : 'NaN'
  return figure?.trim() ?? ''
}
