import { useQuery } from '@tanstack/react-query'
import { listAssessments } from '#domain/assessment/contract.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { assessmentMachine } from '#domain/states/assessment.ts'
import { queryOptions } from '#web/api/api.ts'

/** The evaluation that stands behind a score, or would. */
export type Behind = {
  /** The one to show: confirmed, being filled, or published with the score under correction. */
  assessment: AssessmentWire | null
  /** To send with the score; absent where a correction keeps what it has, or where it has no rating to publish. */
  assessmentId: string | undefined
  /** The rating that it computes; null where there is none. */
  computed: string | null
  /** Whether this rating needs a reason: it is not the computed one (DICT-18, DICT-20). */
  needsReason: (rating: string) => boolean
}

/** What CCI scores with; null until it is read. */
export function useBehind(validationId: string, corrected?: ScoreWire) {
  const found = useQuery(queryOptions(listAssessments, { query: { validationId, size: 25 } }))
  return { ...found, behind: found.data ? behindOf(found.data.content, corrected) : null }
}

function behindOf(all: readonly AssessmentWire[], corrected: ScoreWire | undefined): Behind {
  const open = all.find(({ status }) => assessmentMachine.is.open(status)) ?? null
  if (open && assessmentMachine.is.confirmed(open.status)) {
    const { computed } = open
    return {
      assessment: open,
      assessmentId: computed === null ? undefined : open.id,
      computed,
      needsReason: rating => rating !== computed,
    }
  }
  const kept = all.find(({ id }) => id === corrected?.assessmentId)
  if (corrected && kept) {
    return {
      assessment: kept,
      assessmentId: undefined,
      computed: corrected.computed,
      needsReason: rating => rating !== corrected.computed,
    }
  }
  return { assessment: open, assessmentId: undefined, computed: null, needsReason: () => false }
}
