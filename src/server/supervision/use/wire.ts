import { acceptanceStatusOn } from '#domain/supervision/acceptance/acceptance.ts'
import type { UseMark, UseWire } from '#domain/supervision/use/contract.ts'
import { gapSentence } from '#domain/supervision/use/level.ts'
import { situationText, useStanding } from '#domain/supervision/use/situation.ts'
import type { Day } from '#domain/values/day.ts'
import type { Use } from '#server/supervision/use/queries.ts'

/** A use as its bank reads it today. */
export function useWireOf(use: Use, today: Day): UseWire {
  const { entityId: _entity, noted: _noted, inForce, acceptances, ...row } = use
  const standing = useStanding(use, today)
  const { situation, obtained, gaps, missing } = standing
  return {
    ...row,
    situation,
    words: situationText(situation, standing),
    obtainedScore: obtained?.rating ?? null,
    expiredAt: obtained?.expiresOn ?? null,
    validationId: obtained?.validationId ?? null,
    reviewSince: obtained?.reviewSince ?? null,
    gaps: gaps.map(gap => ({ ...gap, sentence: gapSentence(gap) })),
    missing,
    acceptances: acceptances.map(({ useId: _use, ...acceptance }) => ({
      ...acceptance,
      status: acceptanceStatusOn(acceptance, { requiredScore: row.requiredScore, inForce }, today),
    })),
  }
}

/** The situation of a use, for a bank's provider search. */
export function useMarkOf(use: Use, today: Day): UseMark {
  const standing = useStanding(use, today)
  const { situation, gaps } = standing
  return {
    id: use.id,
    situation,
    words: situationText(situation, standing),
    requiredScore: use.requiredScore,
    gaps: gaps.map(gapSentence),
  }
}
