import type { Facts } from '#domain/conflict/conflict.ts'
import type { Begun } from '#domain/conflict/merge-values.ts'
import { changedPaths, pickValues } from '#domain/conflict/merge-values.ts'
import { keepDraft, readDraft } from '#web/session/drafts.ts'

/** The version that a form has whose subject is not saved yet, or of which nobody knows what it was begun from. */
export const NO_VERSION = 0

/** What was typed over what is saved, as it was kept; null when there is nothing. */
export function readEditDraft(name: string): Begun | null {
  const kept = readDraft(name)
  if (!kept) return null
  const { version, base, typed } = kept
  if (typeof version === 'number') return { version, base: textsOf(base), typed: textsOf(typed) }
  // A draft of before drafts kept their base: as if begun from nothing, so that whatever it would take the place of is
  // asked about, and none of it is lost.
  return { version: NO_VERSION, base: {}, typed: textsOf(kept) }
}

/** Keeps what differs from what the form was begun from; where nothing does, nothing is kept. */
export function keepEditDraft(
  name: string,
  { version, base, values }: { version: number; base: Facts; values: Facts },
) {
  const paths = changedPaths(base, values)
  keepDraft(
    name,
    paths.length === 0 ? null : { version, base: pickValues(base, paths), typed: pickValues(values, paths) },
  )
}

function textsOf(kept: unknown): Facts {
  const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
