import { useEffect, useState } from 'react'
import { changedPaths, reopen } from '#domain/conflict/merge-values.ts'
import { keepEditDraft, readEditDraft } from '#web/conflict/editDraft.ts'
import { draftName, keepDraft } from '#web/session/drafts.ts'
import { portalNow } from '#web/ui/time/clock.ts'

/** What of a request survives a reload: its words, never its files. */
export type RequestDraft = { service: string; evaluator: string; concept: string }

export const requestDraftName = (userId: string, request: string) => draftName('request', userId, request)

const isSame = (one: RequestDraft, other: RequestDraft) => changedPaths(one, other).length === 0

/** A request's words as its form opens: `initial`, which is saved with this version, with what was kept of them. */
export function openRequestDraft(name: string, version: number, initial: RequestDraft) {
  const { values, ...begun } = reopen(version, initial, readEditDraft(name))
  const text = (part: keyof RequestDraft) => values[part] ?? ''
  const words: RequestDraft = { service: text('service'), evaluator: text('evaluator'), concept: text('concept') }
  return { words, begun, restored: !isSame(words, initial) }
}

/** The words of a request, kept in this tab as they are typed. `restored`: they come from before a reload. */
export function useRequestDraft(name: string, version: number, initial: RequestDraft) {
  const [{ words, begun, restored }, setOpened] = useState(() => openRequestDraft(name, version, initial))
  const [draft, setDraft] = useState(words)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  useEffect(() => {
    // One that says what is saved by now is done with, whatever others save later.
    if (!restored) keepDraft(name, null)
  }, [name, restored])
  return {
    draft,
    /** What the draft is an edit of. */
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
    /** Back to how it began. */
    reset() {
      keepDraft(name, null)
      setOpened(openRequestDraft(name, version, initial))
      setDraft(initial)
      setSavedAt(null)
    },
    /** After it was sent or given up. */
    forget: () => void keepDraft(name, null),
  }
}
