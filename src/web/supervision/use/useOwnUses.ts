import { useQueries } from '@tanstack/react-query'
import { listUses } from '#domain/supervision/use/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { useMay } from '#web/session/useMe.ts'
import type { MarkedUse } from '#web/supervision/use/UseMarkLine.tsx'

/** More than a provider has services. */
const ALL = 9999

/** The bank's uses of some providers, by service, in their order; null until all are loaded. Others have none. */
export function useOwnUses(providers: readonly string[]): ReadonlyMap<string, MarkedUse>[] | null {
  const mayRead = useMay('use.manage')
  const found = useQueries({
    queries: providers.map(idProvider => ({
      ...queryOptions(listUses, { query: { idProvider, size: ALL } }),
      enabled: mayRead,
    })),
  })
  if (mayRead && found.some(({ data, error }) => !data && !error)) return null
  return found.map(({ data }) => new Map((data?.content ?? []).map(use => [use.serviceId, use])))
}
