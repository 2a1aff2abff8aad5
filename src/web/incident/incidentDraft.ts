/** The words of an incident that CCI is about to open. */
export type Words = { title: string; detail: string }

/** One draft a user and provider, so that nobody finds another's in a shared tab. */
export const incidentDraftKey = (userId: string, providerId: string) => `app__incident_${userId}_${providerId}`

/** The words kept in this tab; empty ones when there are none. */
export function readIncidentDraft(key: string): Words {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const text = (name: keyof Words) => {
      const value = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>)[name] : null
      return typeof value === 'string' ? value : ''
    }
    return { title: text('title'), detail: text('detail') }
  } catch {
    return { title: '', detail: '' }
  }
}

/** Keeps the words, or forgets them when there are none. A full storage loses the draft, not the form. */
export function writeIncidentDraft(key: string, { title, detail }: Words): void {
  try {
    if (title === '' && detail === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ title, detail }))
  } catch {}
}
