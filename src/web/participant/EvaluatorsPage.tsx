import { Forbidden } from '#web/participant/search/Forbidden.tsx'
import { ParticipantSearch } from '#web/participant/search/ParticipantSearch.tsx'
import { useMay } from '#web/session/useMe.ts'

/** /audit: CCI's list of evaluators (ROUTE-12, SRCH-05, D36). */
export function EvaluatorsPage() {
  return useMay('evaluator.search') ? <ParticipantSearch kind="AUDIT" /> : <Forbidden />
}
