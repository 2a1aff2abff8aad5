import { useRef, useState } from 'react'
import { draftName } from '#web/session/draftKey.ts'
import { keepDraft, readDraft } from '#web/session/drafts.ts'
import { useMe } from '#web/session/useMe.ts'

/** Draft rejection reasons, by document name. */
type Reasons = Record<string, string>

export const reasonsDraftName = (userId: string, validationId: string) => draftName('reasons', userId, validationId)

/** The draft reasons of this tab. */
export function readReasonsDraft(name: string): Reasons {
  const entries = Object.entries(readDraft(name) ?? {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The draft rejection reasons of a validation, kept in this tab until they are sent. */
export function useReasons(validationId: string) {
  const name = reasonsDraftName(useMe().userId, validationId)
  const [reasons, setReasons] = useState(() => readReasonsDraft(name))
  const latest = useRef(reasons)
  return {
    reasons,
    /** Saves the draft reason of a document, or removes it. */
    write(document: string, reason: string) {
      const { [document]: _before, ...others } = latest.current
      latest.current = reason === '' ? others : { ...others, [document]: reason }
      keepDraft(name, Object.keys(latest.current).length === 0 ? null : latest.current)
      setReasons(latest.current)
    },
  }
}
