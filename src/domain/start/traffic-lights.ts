import { t } from '#domain/language/translate.ts'
import { expiryLevel } from '#domain/participant/expiry-level.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import { daysBetween, formatDay } from '#domain/values/day.ts'

/** A row of the overview, reduced to the input of the traffic lights. */
export type LitRow = { status: ReportRequestStatus | null; expiredAt: Day | null }

export const lights = ['good', 'soon', 'none'] as const
/** 'good': valid for more than 60 days; 'soon': valid, 60 days or less; 'none': no valid rating today. */
export type Light = (typeof lights)[number]

/** Whether a service of a provider has a valid rating today: a fact, not advice. */
export function lightOf(row: LitRow, today: Day): Light {
  if (!reportRequestMachine.is.qualified(row.status) || row.expiredAt === null) return 'none'
  return expiryLevel(row.expiredAt, today) === 'fine' ? 'good' : 'soon'
}

// A rating that lapsed recently needs more attention than one that never existed or expired long ago.
const lostFirst: readonly LitRow['status'][] = ['LAPSED', 'REJECTED', 'PENDING', null, 'EXPIRED']

/**
 * The rows of each light. Valid rows are sorted by expiry, earliest first; the others by last lapsed first, then those
 * that CCI rejected or is verifying, and expired ones at the end.
 */
export function lanesOf<Row extends LitRow>(rows: readonly Row[], today: Day): Record<Light, Row[]> {
  const end = (row: Row) => row.expiredAt ?? ''
  const lane = (light: Light) => rows.filter(row => lightOf(row, today) === light)
  const byEnd = (light: Light) => lane(light).toSorted((a, b) => end(a).localeCompare(end(b)))
  const lost = lane('none').toSorted(
    (a, b) => lostFirst.indexOf(a.status) - lostFirst.indexOf(b.status) || end(b).localeCompare(end(a)),
  )
  return { good: byEnd('good'), soon: byEnd('soon'), none: lost }
}

/** Text of a row in its lane: 'hasta 30/04/2027', 'en 23 días', 'desde 02/09/2026', or why there is no rating. */
export function lightText(row: LitRow, today: Day): string {
  const light = lightOf(row, today)
  if (light === 'good') return `hasta ${formatDay(row.expiredAt!)}`
  if (light === 'soon') {
    const days = daysBetween(today, row.expiredAt!)
    if (days === 0) return t('hoy es el último día')
    return days === 1 ? t('en 1 día') : t`en ${days} días`
  }
  if (row.status === null) return t('Sin solicitudes')
  if (reportRequestMachine.is.lapsed(row.status) && row.expiredAt) return `desde ${formatDay(row.expiredAt)}`
  return statusLabels[row.status]
}
