/** The name of a back-up of BACKUP_DIR: the instant that it was taken at, in UTC. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
/** One that an upgrade took: a later one of the same day must not replace it, because it is the way back. */
const BEFORE = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-before-/
/** For how many days before the newest back-up those are kept. */
const BEFORE_DAYS = 30

export const isBackupName = (name: string): boolean => NAME.test(name) || BEFORE.test(name)

const DAY_MS = 86_400_000

const dayOf = (name: string): number => Date.parse(name.slice(0, 10)) / DAY_MS
/** Weeks begin on Monday; the first of January 1970 was a Thursday. */
const weekOf = (name: string): number => Math.floor((dayOf(name) + 3) / 7)
const monthOf = (name: string): string => name.slice(0, 7)

/** For how many of the last days, weeks and months that have a back-up the newest is kept. */
const KEPT: readonly [(name: string) => number | string, number][] = [
  [dayOf, 7],
  [weekOf, 4],
  [monthOf, 12],
]

/** The back-ups that a rotation removes from BACKUP_DIR. Folders with other names are left alone. */
export function rotatedOut(names: readonly string[]): string[] {
  const newestFirst = names
    .filter(name => NAME.test(name))
    .toSorted()
    .toReversed()
  const kept = new Set<string>()
  for (const [periodOf, count] of KEPT) {
    const newest = new Map<number | string, string>()
    for (const name of newestFirst) if (!newest.has(periodOf(name))) newest.set(periodOf(name), name)
    for (const name of [...newest.values()].slice(0, count)) kept.add(name)
  }
  const outdated = names.filter(name => BEFORE.test(name) && dayOf(name) < dayOf(newestFirst[0] ?? '') - BEFORE_DAYS)
  return [...newestFirst.filter(name => !kept.has(name)), ...outdated]
}
