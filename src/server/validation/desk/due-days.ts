import type { DeskRules, QueueKind } from '#domain/validation/desk/due.ts'
import { dueOn } from '#domain/validation/desk/due.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { clarificationPauses } from '#server/validation/clarification/pauses.ts'
import type { WaitingItem } from '#server/validation/desk/waiting.ts'

export type Dated = Pick<WaitingItem, 'kind' | 'id' | 'receivedAt'>

/** The due dates of things without a clarification, computed once for each kind and day. */
export function dueByDay(rules: DeskRules): (kind: QueueKind, day: Day) => Day | null {
  const known = new Map<string, Day | null>()
  return (kind, day) => {
    const key = `${kind} ${day}`
    if (!known.has(key)) known.set(key, dueOn(kind, day, rules))
    return valueIn(known, key)
  }
}

/** The due dates of some items. */
export async function dueDays(db: Db, items: readonly Dated[], rules: DeskRules): Promise<(item: Dated) => Day | null> {
  const paused = await clarificationPauses(
    db,
    items.map(({ id }) => id),
  )
  const plain = dueByDay(rules)
  return ({ kind, id, receivedAt }) => {
    const day = madridDay(receivedAt)
    const pauses = paused.get(id)
    return pauses ? dueOn(kind, day, rules, pauses) : plain(kind, day)
  }
}
