import type { FieldValues } from '#domain/conflict/conflict.ts'
import type { Begun, Opening } from '#domain/conflict/merge-values.ts'
import { changedPaths, pickValues, reopen } from '#domain/conflict/merge-values.ts'
import { keepDraft, readDraft } from '#web/session/drafts.ts'

/** The version of a form that is not saved yet, or with an unknown base. */
export const NO_VERSION = 0

/** The kept unsaved edits; null when there are none. */
export function readEditDraft(name: string): Begun | null {
  const kept = readDraft(name)
  if (!kept) return null
  const { version, base, typed } = kept
  if (typeof version === 'number') return { version, base: textsOf(base), typed: textsOf(typed) }
  // A draft of an older release has no base. It is treated as based on nothing, so that every overwrite is confirmed.
  return { version: NO_VERSION, base: {}, typed: textsOf(kept) }
}

/** Opens a form on the saved values, with its kept edits. `offered` drops those that no longer apply. */
export function openEdit(
  name: string | undefined,
  version: number,
  saved: FieldValues,
  offered = (begun: Begun) => begun,
): Opening {
  const kept = name ? readEditDraft(name) : null
  return reopen(version, saved, kept && offered(kept))
}

/** Keeps the fields that differ from the base; removes the draft when none does. */
export function keepEditDraft(
  name: string,
  { version, base, values }: { version: number; base: FieldValues; values: FieldValues },
) {
  const paths = changedPaths(base, values)
  keepDraft(
    name,
    paths.length === 0 ? null : { version, base: pickValues(base, paths), typed: pickValues(values, paths) },
  )
}

function textsOf(kept: unknown): FieldValues {
  const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
