import { useEffect, useState } from 'react'
import { catalogueTypes } from '#domain/catalogue/contract.ts'
import type { Drafts } from '#web/catalogue/lines.ts'
import { isDirty, noDrafts } from '#web/catalogue/lines.ts'
import { draftName } from '#web/session/draftKey.ts'
import { keepDraft, readDraft } from '#web/session/drafts.ts'

/** The unsaved edits of each type, kept in this tab. `restored`: they come from before a reload. */
export function useDrafts(userId: string) {
  const name = draftName('configuration', userId)
  const [found] = useState(() => readDraft(name) as Drafts | null)
  const [drafts, setDrafts] = useState(found ?? noDrafts)
  const dirtyTypes = catalogueTypes.filter(type => isDirty(drafts, type))
  const dirty = dirtyTypes.length > 0
  useEffect(() => {
    keepDraft(name, dirty ? drafts : null)
  }, [name, drafts, dirty])
  return {
    drafts,
    setDrafts,
    dirtyTypes,
    restored: found !== null && dirty,
    forget: () => void keepDraft(name, null),
  }
}
