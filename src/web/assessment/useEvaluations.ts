import { useQuery } from '@tanstack/react-query'
import { listAssessments } from '#domain/assessment/contract.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { queryOptions } from '#web/api/api.ts'
import { useMay } from '#web/session/useMe.ts'

/** Evaluations read; a provider has fewer. */
const MOST = 100

export const evaluationsQuery = (idProvider: string) =>
  queryOptions(listAssessments, { query: { providerId: idProvider, size: MOST } })

/** The latest confirmed or published evaluation of each request, of those that the user may read. */
export function latestByRequest(all: readonly AssessmentWire[]): ReadonlyMap<string, AssessmentWire> {
  const latest = new Map<string, AssessmentWire>()
  for (const each of all) {
    if (!assessmentMachine.is.shownToProvider(each.status) || latest.has(each.validationId)) continue
    latest.set(each.validationId, each)
  }
  return latest
}

/** The evaluations behind the requests of a provider; empty until they are read. */
export function useEvaluations(idProvider: string): ReadonlyMap<string, AssessmentWire> {
  const enabled = useMay('assessment.read')
  const { data } = useQuery({ ...evaluationsQuery(idProvider), enabled })
  return latestByRequest(data?.content ?? [])
}
