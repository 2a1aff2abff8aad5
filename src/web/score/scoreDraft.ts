import { useState } from 'react'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { draftName, keepDraft, readDraft } from '#web/session/drafts.ts'
import { portalNow } from '#web/ui/time/clock.ts'

/** What of a score survives a reload of the tab: its date and levels, never its file. `''`: not chosen. */
export type ScoreDraft = { expiredAt: string | null; levels: string[] }

export const scoreDraftName = (userId: string, validationId: string) => draftName('score', userId, validationId)

export const noLevels = () => RATING_SCALE.dimensions.map(() => '')

/** What was kept, or null; what is no draft (any more) counts as nothing. */
export function readScoreDraft(name: string): ScoreDraft | null {
  const draft = readDraft(name)
  if (!draft) return null
  const { expiredAt, levels } = draft
  const known = Array.isArray(levels) ? levels : []
  return {
    expiredAt: typeof expiredAt === 'string' ? expiredAt : null,
    levels: noLevels().map((_none, axis) => (RATING_SCALE.levels.includes(known[axis]) ? known[axis] : '')),
  }
}

/** A score as it is chosen, kept in this tab. */
export function useScoreDraft(name: string, initial: ScoreDraft) {
  const [draft, setDraft] = useState(() => readScoreDraft(name) ?? initial)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  return {
    draft,
    savedAt,
    change(changes: Partial<ScoreDraft>) {
      const next = { ...draft, ...changes }
      setDraft(next)
      if (keepDraft(name, next)) setSavedAt(portalNow())
    },
    forget: () => void keepDraft(name, null),
  }
}
