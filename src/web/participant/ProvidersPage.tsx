import { ProviderSearch } from '#web/participant/search/ProviderSearch.tsx'
import { useMay, useMe } from '#web/session/useMe.ts'
import { CentreQueue } from '#web/start/queue/CentreQueue.tsx'

/** LIM-15. */
const PAGE_SIZE = 6

/** /provider: CCI's home with its queue, and the search of providers or services for all roles (ROUTE-10). */
export function ProvidersPage() {
  const role = useMe().role.key
  const queue = useMay('queue.read')
  if (!queue) return <ProviderSearch role={role} pageSize={PAGE_SIZE} asPage />
  return (
    <>
      <CentreQueue />
      <ProviderSearch role={role} pageSize={PAGE_SIZE} />
    </>
  )
}
