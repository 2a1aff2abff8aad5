import { useQuery } from '@tanstack/react-query'
import type { FaultWire } from '#domain/supervision/register/contract.ts'
import { lintRegister } from '#domain/supervision/register/contract.ts'
import { breachSeverities } from '#domain/supervision/register/lint/rule.ts'
import type { Day } from '#domain/values/day.ts'
import { queryOptions } from '#web/api/api.ts'
import type { RegisterStep } from '#web/supervision/register/useEntries.ts'

/**
 * The check of the register as of a reference date, or of all that it holds, the gravest first. Every change on the screen
 * asks for it again.
 */
export function useLint(referenceDate: Day | null) {
  const query = useQuery(queryOptions(lintRegister, { query: referenceDate ? { referenceDate } : {} }))
  const all: FaultWire[] = query.data?.tables.flatMap(table => table.faults) ?? []
  const faults = all.toSorted((a, b) => breachSeverities.indexOf(a.severity) - breachSeverities.indexOf(b.severity))
  return { ...query, faults }
}

/** The step where the bank mends a fault; null where others do. */
export function stepOf({ step, severity }: Pick<FaultWire, 'step' | 'severity'>): RegisterStep | null {
  if (step === null || severity === 'UNKNOWN') return null
  return step === 'uses' ? 'lines' : step
}
