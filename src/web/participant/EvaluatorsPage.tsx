import { useMay } from '#web/identity/session/useMe.ts'
import { Forbidden } from '#web/participant/search/Forbidden.tsx'
import { ParticipantSearch } from '#web/participant/search/ParticipantSearch.tsx'

/** /audit: CCI's list of evaluators (ROUTE-12, SRCH-05, D36). */
export function EvaluatorsPage() {
  return useMay('evaluator.search') ? <ParticipantSearch kind="AUDIT" /> : <Forbidden />
}
