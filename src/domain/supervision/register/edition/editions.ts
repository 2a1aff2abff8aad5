import type { CodeLists, Edition, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { byList, listNames } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { Day } from '#domain/values/day.ts'

type Editions = readonly [Edition, ...Edition[]]

/** The editions that come with the program, the earliest first. One is added here as data (REG-17). */
export const shippedEditions: Editions = [edition40]

/** The editions in force, the earliest first, and what forms offer of them. */
export type KnownEditions = { readonly editions: Editions; readonly offered: CodeLists }

const shipped: KnownEditions = { editions: shippedEditions, offered: offeredLists(shippedEditions) }
let read: () => KnownEditions | null = () => null

/** The server binds what CCI has loaded at the time of a call, the browser what it has read of it (REG-18). */
export function bindEditions(loaded: () => KnownEditions | null): void {
  read = loaded
}

/** What is bound; null while all is as the program brings it. */
export const loadedEditions = (): KnownEditions | null => read()
/** The editions in force, the earliest first. */
export const editions = (): Editions => (read() ?? shipped).editions
/** What forms offer and workbooks may hold. */
export const offered = (): CodeLists => (read() ?? shipped).offered

/** The edition of a register as of a reference date. */
export const editionOf = (date: Day, of: readonly Edition[] = editions()): Edition =>
  of.findLast(({ from }) => from <= date) ?? of[0]!

/** The edition of a number. */
export const editionNumbered = (number: string, of: readonly Edition[] = editions()): Edition =>
  of.find(each => each.number === number) ?? of[0]!

/** Editions in force with what their lists had before; `loaded` in the order of the loads. */
export function withLoaded(loaded: readonly Edition[]): KnownEditions {
  const of = inForce(loaded)
  const before = [...shippedEditions, ...loaded].filter(each => !of.includes(each))
  return { editions: of, offered: offeredLists(of, before) }
}

/** The editions in force: the last that was loaded of each number, else the program's, the earliest first. */
function inForce(loaded: readonly Edition[]): Editions {
  const byNumber = new Map([...shippedEditions, ...loaded].map(each => [each.number, each]))
  return [...byNumber.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)) as [Edition, ...Edition[]]
}

/** When the lists of an edition were compared with those of the authority, the last of them; null: not all were. */
export function comparedOn({ lists }: Edition): Day | null {
  const days = listNames.map(name => lists[name].comparedOn)
  return days.includes(null) ? null : days.toSorted().at(-1)!
}

/**
 * What forms offer and workbooks may hold: the lists of the latest edition, with what only earlier ones have.
 * @param before versions of editions that are no longer in force: what only they have is past
 */
export function offeredLists(of: readonly Edition[], before: readonly Edition[] = []): CodeLists {
  return byList(name => {
    const [latest, ...earlier] = of.map(({ lists }) => lists[name]).toReversed()
    const codes = new Set<string>()
    const unseen = ({ code }: { code: string }) => !codes.has(code) && codes.add(code)
    const values = [...latest!.values, ...earlier.flatMap(list => list.values)].filter(unseen)
    const past = before
      .toReversed()
      .flatMap(({ lists }) => lists[name].values)
      .filter(unseen)
    return { ...latest!, values, ...(past.length > 0 ? { past } : {}) }
  })
}

/** Whether the portal holds something for a column: it knows those of the first edition. */
export const isHeld = (table: TableCode, column: string): boolean =>
  edition40.tables[table].columns.some(({ code }) => code === column)
