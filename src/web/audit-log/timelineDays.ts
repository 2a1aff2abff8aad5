import type { TimelineEntryWire } from '#domain/audit-log/contract.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { madridDay } from '#domain/values/day.ts'

/** Plain sign-ins and sign-outs would drown the rest; refused ones stay in sight. */
const folded: readonly EventName[] = ['session.started', 'session.ended']

export type TimelineDay = {
  day: string
  entries: TimelineEntryWire[]
  /** The sign-ins and sign-outs of the day. */
  entering: TimelineEntryWire[]
}

/** The entries by day, in their order. With `fold`, sign-ins and sign-outs of a day are apart if there are several. */
export function timelineDays(entries: readonly TimelineEntryWire[], fold: boolean): TimelineDay[] {
  const days = new Map<string, TimelineEntryWire[]>()
  for (const entry of entries) {
    const day = madridDay(entry.at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, all]) => {
    const entering = fold ? all.filter(entry => folded.includes(entry.event)) : []
    if (entering.length < 2) return { day, entries: all, entering: [] }
    return { day, entries: all.filter(entry => !entering.includes(entry)), entering }
  })
}
