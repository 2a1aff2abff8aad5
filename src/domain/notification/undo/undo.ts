import type { Reason } from '#domain/messages.ts'

/** How long an act can be undone. */
export const UNDO_SECONDS = 10
const SECOND = 1000
/** How long its mails wait: also for the undo that was asked for in the last moment and is under way. */
export const HOLD_MS = (UNDO_SECONDS + 2) * SECOND

export const undoableActs = [
  'invitation',
  'documentRemoval',
  'requestRemoval',
  'documentationRejection',
  'requestRejection',
  'publication',
  'registerChange',
] as const
export type UndoableAct = (typeof undoableActs)[number]

export type UndoFacts = {
  /** Milliseconds since the act. */
  elapsed: number
  /** A mail of the act has left, or is being sent. */
  mailed: boolean
  /** A notification of the act, or what it published, has been read. */
  seen: boolean
  /** What the act changed has been changed since. */
  changed: boolean
}

/** Why an act cannot be undone, or null. What others know by now stays: it is corrected, not undone. */
export function undoRefusal({ elapsed, mailed, seen, changed }: UndoFacts): Reason | null {
  if (elapsed > HOLD_MS || mailed) return 'undoOver'
  if (changed) return 'undoChanged'
  return seen ? 'undoSeen' : null
}
