import { draftName, keepDraft, readDraft } from '#web/identity/session/drafts.ts'

/** The draft text of an incident that CCI is about to open. */
export type Words = { title: string; detail: string }

export const incidentDraftName = (userId: string, providerId: string) => draftName('incident', userId, providerId)

/** The draft of this tab; empty when there is none. */
export function readIncidentDraft(name: string): Words {
  const draft = readDraft(name)
  const text = (part: keyof Words) => (typeof draft?.[part] === 'string' ? draft[part] : '')
  return { title: text('title'), detail: text('detail') }
}

/** Saves the draft, or removes it when empty. */
export function writeIncidentDraft(name: string, { title, detail }: Words): void {
  keepDraft(name, title === '' && detail === '' ? null : { title, detail })
}
