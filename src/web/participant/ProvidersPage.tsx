import { ProviderSearch } from '#web/participant/search/ProviderSearch.tsx'
import { useMay, useMe } from '#web/session/useMe.ts'
import { CentreNow } from '#web/start/CentreNow.tsx'
import { VerificationQueue } from '#web/validation/desk/VerificationQueue.tsx'

/** LIM-15. */
const PAGE_SIZE = 6

/** /provider: CCI's home with its queue, and the search of providers or services for all roles (ROUTE-10). */
export function ProvidersPage() {
  const role = useMe().role.key
  const queue = useMay('queue.read')
  if (!queue) return <ProviderSearch role={role} pageSize={PAGE_SIZE} asPage />
  return (
    <>
      <VerificationQueue>
        <CentreNow />
      </VerificationQueue>
      <ProviderSearch role={role} pageSize={PAGE_SIZE} />
    </>
  )
}
