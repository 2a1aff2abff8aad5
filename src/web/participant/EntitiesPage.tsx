import { ParticipantSearch } from '#web/participant/search/ParticipantSearch.tsx'

/** /entity: CCI's list of entities (ROUTE-11, SRCH-04, D36). */
export function EntitiesPage() {
  return <ParticipantSearch kind="ENTITY" />
}
