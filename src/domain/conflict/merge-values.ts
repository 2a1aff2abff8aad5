import type { FieldValues } from '#domain/conflict/conflict.ts'

/** The paths with different values. */
export function changedPaths(before: FieldValues, after: FieldValues): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].filter(path => (before[path] ?? '') !== (after[path] ?? ''))
}

/** The values at these paths. An absent value is empty. */
export const pickValues = (values: FieldValues, paths: readonly string[]): FieldValues =>
  Object.fromEntries(paths.map(path => [path, values[path] ?? '']))

/**
 * Three-way merge of values. A path that one side changed takes that side's value. A path that both changed to
 * different values takes mine and is listed in `disputed`.
 */
export function mergeValues(
  base: FieldValues,
  mine: FieldValues,
  theirs: FieldValues,
): { merged: FieldValues; disputed: string[] } {
  const own = changedPaths(base, mine)
  const disputed = own.filter(path => {
    const other = theirs[path] ?? ''
    return other !== (base[path] ?? '') && other !== (mine[path] ?? '')
  })
  return { merged: { ...theirs, ...pickValues(mine, own) }, disputed }
}

/** Unsaved input, with the version on which it is based and that version's values at the same paths. */
export type Begun = { version: number; base: FieldValues; typed: FieldValues }

/** A form's initial state: `values` for its fields, and the version and base that its first save sends. */
export type Opening = { version: number; base: FieldValues; values: FieldValues }

/**
 * Opens a form on the saved values with earlier unsaved input. If both sides changed the same field, the form keeps the
 * earlier version and base, so that the save reports the conflict and asks the user (decision 014).
 */
export function reopen(version: number, saved: FieldValues, begun: Begun | null): Opening {
  if (!begun) return { version, base: saved, values: saved }
  // With the same version there was no save in between, even if the server normalised the values.
  const base = begun.version === version ? saved : { ...saved, ...pickValues(begun.base, Object.keys(begun.typed)) }
  const { merged, disputed } = mergeValues(base, { ...base, ...begun.typed }, saved)
  if (disputed.length === 0) return { version, base: saved, values: merged }
  return { version: begun.version, base: { ...saved, ...pickValues(base, disputed) }, values: merged }
}
