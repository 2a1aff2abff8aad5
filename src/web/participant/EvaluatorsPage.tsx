import { ParticipantSearch } from '#web/participant/search/ParticipantSearch.tsx'

/** /audit: CCI's list of evaluators (ROUTE-12, SRCH-05, D36). */
export function EvaluatorsPage() {
  return <ParticipantSearch kind="AUDIT" />
}
