import type { Day } from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { parseMoney } from '#domain/values/money.ts'

/** The groups of economic info; `volActive` may stay empty (PART-25, FORM-42). */
export const ECONOMIC_GROUPS = ['volBilling', 'results', 'volActive'] as const
/** The fiscal years of a group: n, n-1 and n-2 (PART-26, LIM-27). */
export const EXERCISES = ['lastExercise', 'exercise1', 'exercise2'] as const

export type EconomicGroup = (typeof ECONOMIC_GROUPS)[number]
export type Exercise = (typeof EXERCISES)[number]
/** How each group is called. */
export const economicGroupLabels: Record<EconomicGroup, string> = {
  volBilling: 'Volumen de facturación',
  results: 'Resultados',
  volActive: 'Volumen de activo',
}
export type EconomicPath = `${EconomicGroup}.${Exercise}`

/** Figures in thousands of euros (LIM-28); null where none was given. */
export type EconomicInfo = Record<EconomicGroup, Record<Exercise, number | null>>

/** Economic info while it is being filled in: figures, or text as typed, or nothing yet. */
export type EconomicDraft = {
  readonly [G in EconomicGroup]?: { readonly [E in Exercise]?: number | string | null } | null
}

/**
 * What is wrong, by path (`volBilling.lastExercise`). Zero and negative integers are values, only empty is missing
 * (D33); the group `volActive` may be empty (FORM-42). No key, no error.
 */
export function economicInfoErrors(draft: EconomicDraft): Partial<Record<EconomicPath, string>> {
  const errors: Partial<Record<EconomicPath, string>> = {}
  for (const group of ECONOMIC_GROUPS) {
    for (const exercise of EXERCISES) {
      const text = textOf(draft[group]?.[exercise])
      if (text === '') {
        if (group !== 'volActive') errors[`${group}.${exercise}`] = MESSAGES.notnull
      } else if (parseMoney(text) === null) errors[`${group}.${exercise}`] = MESSAGES.valormoneda
    }
  }
  return errors
}

/** A draft as figures; what is empty or no integer becomes null, so ask `economicInfoErrors` first. */
export function readEconomicInfo(draft: EconomicDraft): EconomicInfo {
  const figures = (group: EconomicGroup) => ({
    lastExercise: parseMoney(textOf(draft[group]?.lastExercise)),
    exercise1: parseMoney(textOf(draft[group]?.exercise1)),
    exercise2: parseMoney(textOf(draft[group]?.exercise2)),
  })
  return { volBilling: figures('volBilling'), results: figures('results'), volActive: figures('volActive') }
}

/** The last three closed fiscal years, n first: in 2026 they are 2025, 2024 and 2023 (LIM-27). */
export function fiscalYears(today: Day): [number, number, number] {
  const lastClosed = Number(today.slice(0, 4)) - 1
  return [lastClosed, lastClosed - 1, lastClosed - 2]
}

// The number 1.234 must not be read as the text '1.234', which is a grouped 1234.
function textOf(figure: number | string | null | undefined): string {
  if (typeof figure === 'number') return Number.isSafeInteger(figure) ? String(figure) : 'NaN'
  return figure?.trim() ?? ''
}
