import { useState } from 'react'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { draftName } from '#web/session/draftKey.ts'
import { keepDraft, readDraft } from '#web/session/drafts.ts'
import { portalNow } from '#web/ui/time/clock.ts'

/** The part of a score that survives a reload: its date and levels, not its file. `''`: not chosen. */
export type ScoreDraft = { expiredAt: string | null; levels: string[] }

export const scoreDraftName = (userId: string, validationId: string) => draftName('score', userId, validationId)

export const noLevels = () => RATING_SCALE.dimensions.map(() => '')

/** The kept draft, or null; an invalid draft counts as none. */
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

/** The kept draft, or the initial one; levels that were not chosen yet are the initial ones. */
function begunDraft(kept: ScoreDraft | null, initial: ScoreDraft): ScoreDraft {
  if (!kept) return initial
  return kept.levels.every(level => level === '') ? { ...kept, levels: initial.levels } : kept
}

/** The draft of a score, kept in this tab. */
export function useScoreDraft(name: string, initial: ScoreDraft) {
  const [draft, setDraft] = useState(() => begunDraft(readScoreDraft(name), initial))
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
