import type { Facts } from '#domain/conflict/conflict.ts'

/** The paths whose values differ. */
export function changedPaths(before: Facts, after: Facts): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].filter(path => (before[path] ?? '') !== (after[path] ?? ''))
}

/** The values at these paths; what is absent is empty. */
export const pickValues = (values: Facts, paths: readonly string[]): Facts =>
  Object.fromEntries(paths.map(path => [path, values[path] ?? '']))

/**
 * Mine and theirs, both begun from the same base: what only one side changed is that side's; what both changed
 * differently is mine for now, and named.
 */
export function mergeValues(base: Facts, mine: Facts, theirs: Facts): { merged: Facts; disputed: string[] } {
  const own = changedPaths(base, mine)
  const disputed = own.filter(path => {
    const other = theirs[path] ?? ''
    return other !== (base[path] ?? '') && other !== (mine[path] ?? '')
  })
  return { merged: { ...theirs, ...pickValues(mine, own) }, disputed }
}

/** What was typed over what is saved, with what it was begun from: the version, and the values at the same paths. */
export type Begun = { version: number; base: Facts; typed: Facts }

/** A form as it opens: `values` in its fields, and what its first save says it was begun from. */
export type Opening = { version: number; base: Facts; values: Facts }

/**
 * Opens a form on what is saved now with what was typed before. Where both touched the same field it goes on as begun
 * from what was there then, so that the save is refused with what changed, and its writer asked (decision 014).
 */
export function reopen(version: number, saved: Facts, begun: Begun | null): Opening {
  if (!begun) return { version, base: saved, values: saved }
  // Of the same version nothing was saved since, however the server words what it was sent.
  const base = begun.version === version ? saved : { ...saved, ...pickValues(begun.base, Object.keys(begun.typed)) }
  const { merged, disputed } = mergeValues(base, { ...base, ...begun.typed }, saved)
  if (disputed.length === 0) return { version, base: saved, values: merged }
  return { version: begun.version, base: { ...saved, ...pickValues(base, disputed) }, values: merged }
}
