import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inTime } from '#web/session/patience.ts'

type Saving<Data, Variables> = {
  mutationFn: (variables: Variables) => Promise<Data>
  /** The names of the reads that show the change; all of them by default. */
  reads?: readonly string[]
  onSuccess?: (data: Data, variables: Variables) => unknown
  onError?: (error: Error) => unknown
}

/**
 * A write that changes what lists show. They are read again before `onSuccess`, so that a window closes on rows that
 * are true, and the next one opens with them. A refusal is shown at once, and can be answered while they are read.
 */
export function useListWrite<Data, Variables = void>({
  reads,
  onSuccess,
  onError,
  mutationFn,
}: Saving<Data, Variables>) {
  const client = useQueryClient()
  const readAgain = () =>
    Promise.all(reads?.map(name => client.invalidateQueries({ queryKey: [name] })) ?? [client.invalidateQueries()])
  return useMutation<Data, Error, Variables>({
    mutationFn,
    onSuccess: async (data, variables) => {
      await inTime(readAgain())
      await onSuccess?.(data, variables)
    },
    onError: error => {
      void readAgain()
      void onError?.(error)
    },
  })
}
