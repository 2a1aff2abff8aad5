import type { Facts } from '#domain/conflict/conflict.ts'

/** The paths with different values. */
export function changedPaths(before: Facts, after: Facts): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].filter(path => (before[path] ?? '') !== (after[path] ?? ''))
}

/** The values at these paths. An absent value is empty. */
export const pickValues = (values: Facts, paths: readonly string[]): Facts =>
  Object.fromEntries(paths.map(path => [path, values[path] ?? '']))

/**
 * Three-way merge of values. A path that one side changed takes that side's value. A path that both changed to
 * different values takes mine and is listed in `disputed`.
 */
export function mergeValues(base: Facts, mine: Facts, theirs: Facts): { merged: Facts; disputed: string[] } {
  const own = changedPaths(base, mine)
  const disputed = own.filter(path => {
    const other = theirs[path] ?? ''
    return other !== (base[path] ?? '') && other !== (mine[path] ?? '')
  })
  return { merged: { ...theirs, ...pickValues(mine, own) }, disputed }
}

/** Unsaved input, with the version on which it is based and that version's values at the same paths. */
export type Begun = { version: number; base: Facts; typed: Facts }

/** A form's initial state: `values` for its fields, and the version and base that its first save sends. */
export type Opening = { version: number; base: Facts; values: Facts }

/**
 * Opens a form on the saved values with earlier unsaved input. If both sides changed the same field, the form keeps the
 * earlier version and base, so that the save reports the conflict and asks the user (decision 014).
 */
export function reopen(version: number, saved: Facts, begun: Begun | null): Opening {
  if (!begun) return { version, base: saved, values: saved }
  // With the same version there was no save in between, even if the server normalised the values.
  const base = begun.version === version ? saved : { ...saved, ...pickValues(begun.base, Object.keys(begun.typed)) }
  const { merged, disputed } = mergeValues(base, { ...base, ...begun.typed }, saved)
  if (disputed.length === 0) return { version, base: saved, values: merged }
  return { version: begun.version, base: { ...saved, ...pickValues(base, disputed) }, values: merged }
}
