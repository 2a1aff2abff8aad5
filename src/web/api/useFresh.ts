import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'

/**
 * Reads the initial data of a form from the server, never from the cache: the form keeps its initial values while the
 * user fills it in.
 */
export function useFresh<Answer, Key extends QueryKey>(query: UseQueryOptions<Answer, Error, Answer, Key>) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...query, refetchOnMount: 'always' })
  return { data: isFetchedAfterMount ? data : undefined, error, refetch }
}
