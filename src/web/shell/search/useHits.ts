import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { searchEverything } from '#domain/search/contract.ts'
import { searchWords } from '#domain/search/search.ts'
import { queryOptions } from '#web/api/api.ts'

/** Debounce of the search, in milliseconds. */
const REST = 200

/** The server's results for a text, debounced; never shows the answer to another text. */
export function useHits(text: string, enabled: boolean) {
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, REST)
  const searches = enabled && searchWords(wanted).length > 0
  const settled = asked === wanted
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOptions(searchEverything, { query: { q: asked } }),
    enabled: searches && settled,
  })
  const current = searches && settled
  return {
    hits: current && data ? data : null,
    error: current && !data && !isFetching ? error : null,
    searching: searches && (!settled || (!data && isFetching)),
    searches,
    retry: () => void refetch(),
  }
}
