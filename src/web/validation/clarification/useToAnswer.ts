import { useQuery } from '@tanstack/react-query'
import { listClarifications } from '#domain/validation/clarification/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { useMay } from '#web/identity/session/useMe.ts'

/** Read for the next steps; the screen of clarifications has all of them. */
const MOST = 25

/** The threads that wait for the user's organisation, the first due first (ASK-10). */
export function useToAnswer() {
  const enabled = useMay('clarification.take-part')
  return useQuery({
    ...queryOptions(listClarifications, { query: { mine: 'true', size: MOST, sort: 'dueOn,asc' } }),
    enabled,
  })
}
