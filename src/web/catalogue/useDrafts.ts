import { useEffect, useState } from 'react'
import { catalogueTypes } from '#domain/catalogue/contract.ts'
import type { Drafts } from '#web/catalogue/lines.ts'
import { isDirty, noDrafts } from '#web/catalogue/lines.ts'

// For this tab only, and by user: a session that ends must not take what was typed with it.
const keyOf = (userId: string) => `app__configuration_${userId}`

function kept(key: string): Drafts | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Drafts | null
  } catch {
    return null
  }
}

/** What is edited of each type and not saved; kept in this tab. `restored`: it comes from before a reload. */
export function useDrafts(userId: string) {
  const key = keyOf(userId)
  const [found] = useState(() => kept(key))
  const [drafts, setDrafts] = useState(found ?? noDrafts)
  const dirtyTypes = catalogueTypes.filter(type => isDirty(drafts, type))
  const dirty = dirtyTypes.length > 0
  useEffect(() => {
    try {
      if (dirty) sessionStorage.setItem(key, JSON.stringify(drafts))
      else sessionStorage.removeItem(key)
    } catch {
      // A full storage loses the draft, not the form.
    }
  }, [key, drafts, dirty])
  return {
    drafts,
    setDrafts,
    dirtyTypes,
    restored: found !== null && dirty,
    forget: () => sessionStorage.removeItem(key),
  }
}
