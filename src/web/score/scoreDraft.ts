import { useState } from 'react'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { portalNow } from '#web/ui/clock.ts'

/** What of a score survives a reload of the tab: its date and levels, never its file. `''`: not chosen. */
export type ScoreDraft = { expiredAt: string | null; levels: string[] }

/** One draft a user and request, so that nobody finds another's in a shared tab. */
export const scoreDraftKey = (userId: string, validationId: string) => `app__score_${userId}_${validationId}`

export const noLevels = () => RATING_SCALE.dimensions.map(() => '')

/** What was kept, or null; what is no draft (any more) counts as nothing. */
export function readScoreDraft(key: string): ScoreDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { expiredAt, levels } = stored as Record<string, unknown>
    const known = Array.isArray(levels) ? levels : []
    return {
      expiredAt: typeof expiredAt === 'string' ? expiredAt : null,
      levels: noLevels().map((_none, axis) => (RATING_SCALE.levels.includes(known[axis]) ? known[axis] : '')),
    }
  } catch {
    return null
  }
}

/** A score as it is chosen, kept in this tab. A full storage loses the draft, not the form. */
export function useScoreDraft(key: string, initial: ScoreDraft) {
  const [draft, setDraft] = useState(() => readScoreDraft(key) ?? initial)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  return {
    draft,
    savedAt,
    change(changes: Partial<ScoreDraft>) {
      const next = { ...draft, ...changes }
      setDraft(next)
      try {
        sessionStorage.setItem(key, JSON.stringify(next))
        setSavedAt(portalNow())
      } catch {}
    },
    forget: () => sessionStorage.removeItem(key),
  }
}
