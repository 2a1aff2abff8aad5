import { useState } from 'react'
import { draftName, keepDraft, readDraft } from '#web/session/drafts.ts'

/** What of a request survives a reload: its words, never its files. */
export type RequestDraft = { service: string; evaluator: string; concept: string }

export const requestDraftName = (userId: string, request: string) => draftName('request', userId, request)

export function readRequestDraft(name: string): RequestDraft | null {
  const draft = readDraft(name)
  if (!draft) return null
  const text = (part: keyof RequestDraft) => (typeof draft[part] === 'string' ? draft[part] : '')
  return { service: text('service'), evaluator: text('evaluator'), concept: text('concept') }
}

const isSame = (one: RequestDraft, other: RequestDraft) =>
  one.service === other.service && one.evaluator === other.evaluator && one.concept === other.concept

/** Keeps the draft, or forgets it when it says no more than `initial`. */
export function writeRequestDraft(name: string, draft: RequestDraft, initial: RequestDraft): void {
  keepDraft(name, isSame(draft, initial) ? null : draft)
}

/** The words of a request, kept in this tab as they are typed. `restored`: they come from before a reload. */
export function useRequestDraft(name: string, initial: RequestDraft) {
  const [found] = useState(() => readRequestDraft(name))
  const [draft, setDraft] = useState(found ?? initial)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [restored, setRestored] = useState(found !== null)
  return {
    draft,
    restored,
    savedAt,
    dirty: !isSame(draft, initial),
    change(changes: Partial<RequestDraft>) {
      const next = { ...draft, ...changes }
      setDraft(next)
      writeRequestDraft(name, next, initial)
      setSavedAt(isSame(next, initial) ? null : new Date())
    },
    /** Back to how it began. */
    reset() {
      keepDraft(name, null)
      setDraft(initial)
      setSavedAt(null)
      setRestored(false)
    },
    /** After it was sent or given up. */
    forget: () => void keepDraft(name, null),
  }
}
