import type { EventName } from '#domain/audit-log/events.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'

/** The event of a change of assignee; null when it changes nothing (DESK-01). */
export function assignmentEvent(before: string | null, after: string | null): EventName | null {
  if (before === after) return null
  if (after === null) return 'queue.given-back'
  return before === null ? 'queue.assigned' : 'queue.handed-over'
}

export const assignmentLabels = labelsOf({ assignee: 'Asignada a' })
export const assignmentFacts = (name: string | null) => ({ assignee: name ?? '' })
