import { expiryLevel } from '#domain/participant/expiry-level.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'

/** A row of the overview as a bank's traffic lights see it. */
export type LitRow = { status: ReportRequestStatus | null; expiredAt: Day | null }

export const lights = ['good', 'soon', 'none'] as const
/** 'good': valid for more than 60 days; 'soon': valid, 60 days or less; 'none': no valid rating today. */
export type Light = (typeof lights)[number]

/** Whether a service of a provider has a valid rating today, as a fact and not as advice. */
export function lightOf(row: LitRow, today: Day): Light {
  if (row.status !== 'QUALIFIED' || row.expiredAt === null) return 'none'
  return expiryLevel(row.expiredAt, today) === 'fine' ? 'good' : 'soon'
}

/** The rows of each light; within one, what ends first comes first, and what has no end last. */
export function lanesOf<Row extends LitRow>(rows: readonly Row[], today: Day): Record<Light, Row[]> {
  const byEnd = rows.toSorted((a, b) => (a.expiredAt ?? '9999').localeCompare(b.expiredAt ?? '9999'))
  const lane = (light: Light) => byEnd.filter(row => lightOf(row, today) === light)
  return { good: lane('good'), soon: lane('soon'), none: lane('none') }
}
