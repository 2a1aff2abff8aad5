import { t } from '#domain/language/translate.ts'
import type { DeskRules, Pause, QueueKind } from '#domain/validation/desk/due.ts'
import { daysTaken, dueOn } from '#domain/validation/desk/due.ts'
import { quantile } from '#domain/validation/statistics/statistics.ts'
import type { Day } from '#domain/values/day.ts'

/** The days that the figures look back. */
export const FIGURE_DAYS = 90

/** Things that came in on one day and were decided on another. */
export type Decided = { receivedOn: Day; decidedOn: Day; count: number; pauses?: readonly Pause[] }

export type DeskFigure = { decided: number; median: number | null; p90: number | null; inTime: number | null }

/** How long things of a kind took, in working days, and the share in time, in per cent (DESK-20). */
export function figureOf(kind: QueueKind, all: readonly Decided[], rules: DeskRules): DeskFigure {
  const decided = all.reduce((sum, { count }) => sum + count, 0)
  const taken = all.map(({ receivedOn, decidedOn, count, pauses }) => ({
    value: daysTaken(receivedOn, decidedOn, rules, pauses),
    count,
  }))
  const inTime = all.reduce((sum, { receivedOn, decidedOn, count, pauses }) => {
    const due = dueOn(kind, receivedOn, rules, pauses)
    return due === null || decidedOn <= due ? sum + count : sum
  }, 0)
  return {
    decided,
    median: quantile(taken, 0.5),
    p90: quantile(taken, 0.9),
    inTime: decided === 0 ? null : Math.round((100 * inTime) / decided),
  }
}

/** What participants who wait read of it; null while nothing was decided. */
export function usualWait(median: number | null | undefined): string | null {
  if (median === null || median === undefined) return null
  if (median === 0) return t('El CCI suele contestar en el mismo día')
  if (median === 1) return t('El CCI suele contestar en 1 día laborable')
  return t`El CCI suele contestar en ${median} días laborables`
}
