import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, bytesToUtf8, hexToBytes, managedNonce, utf8ToBytes } from '@noble/ciphers/utils.js'

/*
 * What people type and have not sent survives a reload and an ended session in the storage of the tab, closed with a key
 * that only the server keeps: who finds the tab, or its storage on a disk, reads nothing of it (ASVS 14.3.3).
 */

let key: Uint8Array | null = null

/** Lets drafts be read and kept, with the key of who is signed in (`me.draftKey`). */
export function openDrafts(draftKey: string): void {
  key = utf8ToBytes(draftKey)
}

/** From here on the drafts of the tab are closed, until their owner is back. */
export function closeDrafts(): void {
  key = null
}

const sealed = (draftKey: Uint8Array, name: string) => managedNonce(xchacha20poly1305)(draftKey, utf8ToBytes(name))

/** One name a form, user and subject, so that nobody finds another's in a shared tab. */
export const draftName = (form: string, userId: string, subject = '') => `app__draft_${form}_${userId}_${subject}`

/** What was typed; null when nothing is kept, it is another's, or it is no draft (any more). */
export function readDraft(name: string): Record<string, unknown> | null {
  const text = sessionStorage.getItem(name)
  if (text === null || !key) return null
  try {
    const draft: unknown = JSON.parse(bytesToUtf8(sealed(key, name).decrypt(hexToBytes(text))))
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Keeps what is typed; null forgets it. A full storage loses the draft, not the form. @returns whether it is kept. */
export function keepDraft(name: string, draft: object | null): boolean {
  try {
    if (draft === null) sessionStorage.removeItem(name)
    else if (key)
      sessionStorage.setItem(name, bytesToHex(sealed(key, name).encrypt(utf8ToBytes(JSON.stringify(draft)))))
    return draft !== null && key !== null
  } catch {
    return false
  }
}
