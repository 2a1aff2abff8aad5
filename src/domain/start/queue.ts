import type { Due } from '#domain/identity/due.ts'
import { byUrgency } from '#domain/identity/due.ts'
import type { DueGroup } from '#domain/validation/desk/due.ts'
import { dueGroup, dueGroups } from '#domain/validation/desk/due.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'

type Item = { dueOn: Day | null }

/** A line of CCI's queue: what it verifies, or a step of another area. */
export type QueueLine<I extends Item> = { group: DueGroup } & ({ item: I; step?: never } | { step: Due; item?: never })

type Page<I extends Item> = {
  /** The items of the page, by their due date. */
  items: readonly I[]
  /** How many items of all pages are in each group; undefined in another order. */
  groups: Readonly<Record<DueGroup, number>> | undefined
  page: number
  size: number
}

/** The last day of a step. */
export const dueDayOf = (dueAt: string): Day => (dueAt.includes('T') ? madridDay(dueAt) : dueAt)

const stepGroup = ({ overdue, dueAt }: Due, today: Day): DueGroup =>
  overdue ? 'overdue' : dueGroup(dueAt && dueDayOf(dueAt), today)

/** Whether a step comes before an item of its group: of what has no last day, a step does, and what is paused comes last. */
const precedes = ({ dueAt }: Due, { dueOn }: Item) => dueAt === null || dueOn === null || dueDayOf(dueAt) <= dueOn

/**
 * A page of CCI's queue with the steps of other areas in it, by group (EXP-02). A step is on the page on which its group
 * begins. In another order than by due date the steps come before the items of the first page.
 */
export function queueLines<I extends Item>(
  { items, groups, page, size }: Page<I>,
  steps: readonly Due[],
  today: Day,
): QueueLine<I>[] {
  const sorted = steps.toSorted(byUrgency(today)).map(step => ({ group: stepGroup(step, today), step }))
  const lines = items.map(item => ({ group: dueGroup(item.dueOn, today), item }))
  if (!groups) return page === 0 ? [...sorted, ...lines] : lines
  const pages = stepPages(groups, size)
  return dueGroups.flatMap(group => {
    const own = pages[group] === page ? sorted.filter(each => each.group === group) : []
    return merged(
      own,
      lines.filter(each => each.group === group),
    )
  })
}

/** How many lines are on the pages before: items, and the steps that are there. */
export function linesBefore<I extends Item>(
  { groups, page, size }: Omit<Page<I>, 'items'>,
  steps: readonly Due[],
  today: Day,
): number {
  const pages = stepPages(groups, size)
  return page * size + steps.filter(step => pages[stepGroup(step, today)] < page).length
}

/** The page with the steps of each group: the one on which it begins, or the first in another order. */
function stepPages(groups: Page<Item>['groups'], size: number): Record<DueGroup, number> {
  const total = dueGroups.reduce((sum, group) => sum + (groups?.[group] ?? 0), 0)
  const last = Math.max(0, Math.ceil(total / size) - 1)
  let begin = 0
  const pages = dueGroups.map(group => {
    const page = Math.min(Math.floor(begin / size), last)
    begin += groups?.[group] ?? 0
    return [group, page]
  })
  return Object.fromEntries(pages) as Record<DueGroup, number>
}

function merged<I extends Item>(
  steps: readonly { group: DueGroup; step: Due }[],
  items: readonly { group: DueGroup; item: I }[],
): QueueLine<I>[] {
  const left = [...steps]
  const lines: QueueLine<I>[] = []
  for (const line of items) {
    while (left[0] && precedes(left[0].step, line.item)) lines.push(left.shift()!)
    lines.push(line)
  }
  return [...lines, ...left]
}
