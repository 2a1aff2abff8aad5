import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, bytesToUtf8, hexToBytes, managedNonce, utf8ToBytes } from '@noble/ciphers/utils.js'
import { draftKey } from '#web/session/draftKey.ts'
import { tabStorage } from '#web/session/tabStorage.ts'

/* Drafts survive a reload and an ended session in session storage. They are encrypted with a key that only the
   server keeps, so access to the tab or to its storage on disk reveals nothing (ASVS 14.3.3). */

const sealed = (draftKey: string, name: string) =>
  managedNonce(xchacha20poly1305)(utf8ToBytes(draftKey), utf8ToBytes(name))

/** The stored draft; null when there is none, it belongs to another user, or it does not decrypt. */
export function readDraft(name: string): Record<string, unknown> | null {
  const key = draftKey()
  const text = tabStorage.getItem(name)
  if (text === null || !key) return null
  try {
    const draft: unknown = JSON.parse(bytesToUtf8(sealed(key, name).decrypt(hexToBytes(text))))
    return typeof draft === 'object' && draft !== null ? (draft as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Stores a draft; null deletes it. @returns whether it outlives the page. */
export function keepDraft(name: string, draft: object | null): boolean {
  const key = draftKey()
  if (draft === null) tabStorage.removeItem(name)
  if (draft === null || !key) return false
  return tabStorage.setItem(name, bytesToHex(sealed(key, name).encrypt(utf8ToBytes(JSON.stringify(draft)))))
}
