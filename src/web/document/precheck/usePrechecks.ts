import { useQuery } from '@tanstack/react-query'
import { readPrechecks } from '#domain/document/precheck/contract.ts'
import { queryOptions } from '#web/api/api.ts'

/** How often checks under way are looked for, and how many times: the server may be busy with the files of others. */
const EVERY_MS = 2000
const TIMES = 60

/** The checks of a version of a document; asked for again while they are under way. */
export function usePrechecks(file: string | null, enabled = true) {
  return useQuery({
    ...queryOptions(readPrechecks, { params: { id: file ?? '' } }),
    enabled: enabled && file !== null,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.waiting && dataUpdateCount < TIMES ? EVERY_MS : false,
  })
}
