import { useState } from 'react'
import { changedPaths } from '#domain/conflict/merge-values.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { draftName } from '#web/session/draftKey.ts'
import { portalNow } from '#web/ui/time/clock.ts'

/** The part of a request that survives a reload: its text, not its files. */
export type RequestDraft = {
  service: string
  evaluator: string
  concept: string
  reportDate: string
  /** The other services of the same report, by identifier with a space between them. */
  others?: string
}

/** The other services of a draft. */
export const othersOf = ({ others = '' }: Pick<RequestDraft, 'others'>): string[] => others.split(' ').filter(Boolean)

const isSame = (one: RequestDraft, other: RequestDraft) => changedPaths(one, other).length === 0

/** The text of a request, kept in this tab while typing. `initial` is saved with this version. */
export function useRequestDraft(userId: string, request: string, version: number, initial: RequestDraft) {
  const edit = useEdit({ version, saved: initial, draft: draftName('request', userId, request) })
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  return {
    ...edit,
    savedAt,
    dirty: !isSame(edit.values, initial),
    change(changes: Partial<RequestDraft>) {
      edit.change(changes)
      setSavedAt(isSame({ ...edit.values, ...changes }, initial) ? null : portalNow())
    },
    /** Resets to the saved state. */
    reset() {
      edit.begin(version, initial)
      setSavedAt(null)
    },
  }
}
