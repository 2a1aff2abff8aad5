import { useRef, useState } from 'react'
import { draftName, keepDraft, readDraft } from '#web/session/drafts.ts'
import { useMe } from '#web/session/useMe.ts'

/** Reasons of rejections half written, each by the name of its document. */
type Reasons = Record<string, string>

export const reasonsDraftName = (userId: string, validationId: string) => draftName('reasons', userId, validationId)

/** The reasons kept in this tab. */
export function readReasonsDraft(name: string): Reasons {
  const entries = Object.entries(readDraft(name) ?? {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** The reasons that are being written about the documents of a validation, kept in this tab until they are sent. */
export function useReasons(validationId: string) {
  const name = reasonsDraftName(useMe().userId, validationId)
  const [reasons, setReasons] = useState(() => readReasonsDraft(name))
  const latest = useRef(reasons)
  return {
    reasons,
    /** Notes what was written about a document; nothing forgets it. */
    write(document: string, reason: string) {
      const { [document]: _before, ...others } = latest.current
      latest.current = reason === '' ? others : { ...others, [document]: reason }
      keepDraft(name, Object.keys(latest.current).length === 0 ? null : latest.current)
      setReasons(latest.current)
    },
  }
}
