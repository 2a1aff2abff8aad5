import { useQuery } from '@tanstack/react-query'
import { readOwnParticipant } from '#domain/participant/contract.ts'
import { readDue } from '#domain/start/contract.ts'
import { nextSteps } from '#domain/start/next-steps.ts'
import { byKind } from '#domain/validation/by-kind.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useMe } from '#web/session/useMe.ts'

/** What the user has to do in all areas, with the requests of its organisation; null until it is read. */
export function useNextSteps() {
  const me = useMe()
  const role = me.role.key
  const validations = useQuery({
    ...queryOptions(listValidations, { query: { genericEntityId: me.idGenericEntity } }),
    enabled: role !== 'CCI',
  })
  const own = useQuery({ ...queryOptions(readOwnParticipant), enabled: role === 'AUDIT' })
  // Others change it as well.
  const due = useQuery({ ...queryOptions(readDue), staleTime: 0 })
  const reads = [validations, own, due].filter(({ isEnabled }) => isEnabled)
  const error = reads.find(read => read.error && !read.data)?.error
  const { documentation, requests } = byKind(validations.data?.content ?? [])
  const steps = () =>
    nextSteps({
      role,
      userId: me.userId,
      today: me.today,
      onboarded: me.onboarded,
      documentation: documentation && { ...documentation, documents: documentation.catalogDocuments },
      requests: role === 'PROVIDER' ? requests : [],
      due: due.data?.steps ?? [],
      // The other starts may have read it for something else.
      ...(role === 'AUDIT' && own.data ? { accreditation: { until: own.data.expiredAt } } : {}),
    })
  return {
    steps: reads.every(({ data }) => data) ? steps() : null,
    requests,
    error: error ? messageOf(error) : null,
    retry: () => {
      for (const read of reads) void read.refetch()
    },
  }
}
