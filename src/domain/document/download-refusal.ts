import type { Reason } from '#domain/messages.ts'

/**
 * Why a reader cannot download a document, or null when it can (D9, ERR-12). The server hides from a bank the file of what
 * is not accepted, and leaves it the state.
 */
export function downloadRefusal(document: { file: string | null; status: string | null }): Reason | null {
  if (document.file !== null) return null
  return document.status === null ? 'fileMissing' : 'notAccepted'
}
