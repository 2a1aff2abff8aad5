/* Apart from the cipher, which only those load who read or write a draft. */

let key: string | null = null

/** Unlocks drafts with the key of the signed-in user (`me.draftKey`). */
export function openDrafts(draftKey: string): void {
  key = draftKey
}

/** Locks the drafts of the tab until their owner signs in again. */
export function closeDrafts(): void {
  key = null
}

export const draftKey = () => key

/** One name per form, user and subject, so that users of a shared tab never find another user's draft. */
export const draftName = (form: string, userId: string, subject = '') => `app__draft_${form}_${userId}_${subject}`
