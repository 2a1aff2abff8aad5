import { t } from '#domain/language/translate.ts'
import type { DeskRules, Pause, QueueKind } from '#domain/validation/desk/due.ts'
import { daysTaken, dueOn } from '#domain/validation/desk/due.ts'
import { quantile } from '#domain/validation/statistics/statistics.ts'
import { type Day, formatDay } from '#domain/values/day.ts'

/** The days that the figures look back. */
export const FIGURE_DAYS = 90

/** Things that came in on one day and were decided on another. */
export type Decided = { receivedOn: Day; decidedOn: Day; count: number; pauses?: readonly Pause[] }

export type DeskFigure = { decided: number; median: number | null; p90: number | null; inTime: number | null }

/**
 * How long things of a kind took, in working days, and the share in time, in per cent (DESK-20).
 * @param overdue those whose last day is over and that are not decided: they were not in time either (EXP-28)
 */
export function figureOf(kind: QueueKind, all: readonly Decided[], rules: DeskRules, overdue = 0): DeskFigure {
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
    inTime: decided + overdue === 0 ? null : Math.round((100 * inTime) / (decided + overdue)),
  }
}

/** Something that waits for CCI: the working days so far, and its last day; null while a clarification pauses it. */
export type OwnWait = { taken: number; dueOn: Day | null }

/**
 * What participants who wait read of it: what is usual, until it takes longer, and then its last day (EXP-28).
 * @returns null while nothing was decided and nothing takes long
 */
export function usualWait(median: number | null | undefined, own: OwnWait | null, today: Day): string | null {
  const late = own?.dueOn && own.dueOn < today ? own.dueOn : null
  if (late) return t`Tarda más de lo habitual: el plazo venció el ${formatDay(late)}`
  if (median === null || median === undefined) return null
  if (own && own.taken > median) {
    return own.dueOn
      ? t`Tarda más de lo habitual: el plazo vence el ${formatDay(own.dueOn)}`
      : t('Tarda más de lo habitual: espera una aclaración')
  }
  if (median === 0) return t('El CCI suele contestar en el mismo día')
  if (median === 1) return t('El CCI suele contestar en 1 día laborable')
  return t`El CCI suele contestar en ${median} días laborables`
}
