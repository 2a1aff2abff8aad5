import type { CodeList, Edition, ListName, TableCode } from '#domain/supervision/register/edition/edition.ts'
import { listNames } from '#domain/supervision/register/edition/edition.ts'
import { edition40 } from '#domain/supervision/register/edition/edition-4-0.ts'
import type { Day } from '#domain/values/day.ts'

/** The editions of the register, the earliest first. One is added here as data (REG-17). */
export const editions: readonly [Edition, ...Edition[]] = [edition40]

/** The edition of a register as of a reference date. */
export const editionOf = (date: Day, known: readonly Edition[] = editions): Edition =>
  known.findLast(({ from }) => from <= date) ?? known[0]!

/** The edition of a number, as a package that was made keeps it. */
export const editionNumbered = (number: string, known: readonly Edition[] = editions): Edition =>
  known.find(each => each.number === number) ?? known[0]!

/** When the lists of an edition were compared with those of the authority, the last of them; null: not all were. */
export function comparedOn({ lists }: Edition): Day | null {
  const days = listNames.map(name => lists[name].comparedOn)
  return days.includes(null) ? null : days.toSorted().at(-1)!
}

/** What forms offer and workbooks may hold: the lists of the latest edition, with what only earlier ones have. */
export function offeredLists(known: readonly Edition[] = editions): Readonly<Record<ListName, CodeList>> {
  const merged = listNames.map((name): [ListName, CodeList] => {
    const [latest, ...before] = known.map(({ lists }) => lists[name]).toReversed() as [CodeList, ...CodeList[]]
    const codes = new Set(latest.values.map(({ code }) => code))
    const more = before.flatMap(({ values }) => values).filter(({ code }) => !codes.has(code))
    const once = new Map(more.map(value => [value.code, value]))
    return [name, { ...latest, values: [...latest.values, ...once.values()] }]
  })
  return Object.fromEntries(merged) as Record<ListName, CodeList>
}
export const offered = offeredLists()

/** Whether the portal holds something for a column: it knows those of the first edition. */
export const isHeld = (table: TableCode, column: string): boolean =>
  edition40.tables[table].columns.some(({ code }) => code === column)
