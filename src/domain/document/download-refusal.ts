import type { Reason } from '#domain/messages.ts'

/**
 * Why a reader cannot download a document, or null when it can (D9, ERR-12). For a bank, the server hides the file of a
 * document that is not accepted but shows its state.
 */
export function downloadRefusal(document: { file: string | null; status: string | null }): Reason | null {
  if (document.file !== null) return null
  return document.status === null ? 'fileMissing' : 'notAccepted'
}
