import { useMay } from '#web/identity/session/useMe.ts'
import { Forbidden } from '#web/participant/search/Forbidden.tsx'
import { ParticipantSearch } from '#web/participant/search/ParticipantSearch.tsx'

/** /entity: CCI's list of entities (ROUTE-11, SRCH-04, D36). */
export function EntitiesPage() {
  return useMay('entity.search') ? <ParticipantSearch kind="ENTITY" /> : <Forbidden />
}
