import { useEffect, useState } from 'react'
import { changedPaths, reopen } from '#domain/conflict/merge-values.ts'
import { keepEditDraft, readEditDraft } from '#web/conflict/editDraft.ts'
import { draftName, keepDraft } from '#web/identity/session/drafts.ts'
import { portalNow } from '#web/ui/time/clock.ts'

/** The part of a request that survives a reload: its text, not its files. */
export type RequestDraft = { service: string; evaluator: string; concept: string }

export const requestDraftName = (userId: string, request: string) => draftName('request', userId, request)

const isSame = (one: RequestDraft, other: RequestDraft) => changedPaths(one, other).length === 0

/** The initial draft of a request: `initial`, saved with this version, overlaid with the kept draft. */
export function openRequestDraft(name: string, version: number, initial: RequestDraft) {
  const { values, ...begun } = reopen(version, initial, readEditDraft(name))
  const text = (part: keyof RequestDraft) => values[part] ?? ''
  const words: RequestDraft = { service: text('service'), evaluator: text('evaluator'), concept: text('concept') }
  return { words, begun, restored: !isSame(words, initial) }
}

/** The draft of a request, saved in this tab while typing. `restored`: it comes from before a reload. */
export function useRequestDraft(name: string, version: number, initial: RequestDraft) {
  const [{ words, begun, restored }, setOpened] = useState(() => openRequestDraft(name, version, initial))
  const [draft, setDraft] = useState(words)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  useEffect(() => {
    // A draft that equals the saved state is done, whatever others save later.
    if (!restored) keepDraft(name, null)
  }, [name, restored])
  return {
    draft,
    /** The base of the draft. */
    begun,
    restored,
    savedAt,
    dirty: !isSame(draft, initial),
    change(changes: Partial<RequestDraft>) {
      const next = { ...draft, ...changes }
      setDraft(next)
      keepEditDraft(name, { ...begun, values: next })
      setSavedAt(isSame(next, initial) ? null : portalNow())
    },
    /** Resets to the base. */
    reset() {
      keepDraft(name, null)
      setOpened(openRequestDraft(name, version, initial))
      setDraft(initial)
      setSavedAt(null)
    },
    /** Called after sending or giving up. */
    forget: () => void keepDraft(name, null),
  }
}
