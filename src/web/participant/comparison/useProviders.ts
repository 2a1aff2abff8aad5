import { useQueries } from '@tanstack/react-query'
import { readOverview, readParticipant } from '#domain/participant/contract.ts'
import { byKind } from '#domain/validation/by-kind.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { evaluationsQuery, latestByRequest } from '#web/assessment/useEvaluations.ts'
import type { Compared } from '#web/participant/comparison/lines.tsx'
import { useOwnUses } from '#web/supervision/use/useOwnUses.ts'

/**
 * Data of the compared providers, in their order; undefined until all are loaded. `gone` counts the providers that can
 * no longer be read.
 */
export function useProviders(ids: readonly string[]) {
  const found = useQueries({
    queries: ids.map(idProvider =>
      queryOptions(readOverview, { params: { kind: 'PROVIDER' }, query: { idProvider, size: 1 } }),
    ),
  })
  // A provider deleted since then has no row, and its other calls would be refused.
  const rows = found.flatMap(({ data }) => data?.content ?? [])
  const participants = useQueries({
    queries: rows.map(({ idProvider: id }) => queryOptions(readParticipant, { params: { kind: 'provider', id } })),
  })
  const validations = useQueries({
    queries: rows.map(({ idProvider }) => queryOptions(listValidations, { query: { genericEntityId: idProvider } })),
  })
  const uses = useOwnUses(rows.map(({ idProvider }) => idProvider))
  // The comparison does without them: they only add links.
  const evaluations = useQueries({ queries: rows.map(({ idProvider }) => evaluationsQuery(idProvider)) })
  const all = [...found, ...participants, ...validations]
  const failed = all.filter(({ error }) => error)
  const providers = rows.flatMap((row, index): Compared[] => {
    const [participant, own] = [participants[index]?.data, validations[index]?.data]
    const services = uses?.[index]
    if (!(participant && own && services)) return []
    const behind = latestByRequest(evaluations[index]?.data?.content ?? [])
    return [{ row, participant, uses: services, ...byKind(own.content), evaluations: behind }]
  })
  const isWhole = all.every(({ data }) => data) && uses !== null
  return {
    providers: isWhole ? providers : undefined,
    gone: ids.length - rows.length,
    error: isWhole ? null : (failed[0]?.error ?? null),
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}
