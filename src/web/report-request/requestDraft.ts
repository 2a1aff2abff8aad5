import { useState } from 'react'

/** What of a request survives a reload: its words, never its files. */
export type RequestDraft = { service: string; evaluator: string; concept: string }

/** One draft a user and request, so that nobody finds another's in a shared tab. */
export const draftKey = (userId: string, request: string) => `app__send-report_${userId}_${request}`

export function readDraft(key: string): RequestDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const text = (name: keyof RequestDraft) => {
      const value = (stored as Record<string, unknown>)[name]
      return typeof value === 'string' ? value : ''
    }
    return { service: text('service'), evaluator: text('evaluator'), concept: text('concept') }
  } catch {
    return null
  }
}

const isSame = (one: RequestDraft, other: RequestDraft) =>
  one.service === other.service && one.evaluator === other.evaluator && one.concept === other.concept

/** Keeps the draft, or forgets it when it says no more than `initial`. A full storage loses the draft, not the form. */
export function writeDraft(key: string, draft: RequestDraft, initial: RequestDraft): void {
  try {
    if (isSame(draft, initial)) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {}
}

/** The words of a request, kept in this tab as they are typed. `restored`: they come from before a reload. */
export function useRequestDraft(key: string, initial: RequestDraft) {
  const [found] = useState(() => readDraft(key))
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
      writeDraft(key, next, initial)
      setSavedAt(isSame(next, initial) ? null : new Date())
    },
    /** Back to how it began. */
    reset() {
      sessionStorage.removeItem(key)
      setDraft(initial)
      setSavedAt(null)
      setRestored(false)
    },
    /** After it was sent or given up. */
    forget: () => sessionStorage.removeItem(key),
  }
}
