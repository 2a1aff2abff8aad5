import type { Due, Reader } from '#domain/identity/due.ts'
import { isPast } from '#domain/identity/due.ts'
import { may } from '#domain/identity/roles.ts'
import { reminderHours } from '#domain/incident/bulletin/bulletin.ts'
import { hoursAfter } from '#domain/incident/bulletin/clock.ts'
import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'

type Received = Pick<
  BulletinWire,
  'id' | 'severity' | 'services' | 'providerName' | 'publishedAt' | 'acknowledgement' | 'clock'
>

/**
 * A bulletin that the bank has not acknowledged, until its first reminder, and the next report that the bank owes about
 * its incident. The portal hears of no final report: that one is shown until its deadline.
 */
export function bulletinSteps(received: Received, reader: Reader): Due[] {
  const { id, severity, services, providerName, publishedAt, acknowledgement, clock } = received
  if (!may(reader.actor, 'bulletin.acknowledge')) return []
  const due = {
    id,
    thing: services.map(({ name }) => name).join(', ') || providerName,
    counterpart: services.length > 0 ? providerName : null,
    since: publishedAt,
  }
  const until = (dueAt: string) => ({ dueAt, overdue: isPast(dueAt, reader) })
  const steps: Due[] = []
  if (!acknowledgement) {
    steps.push({ act: 'acknowledgeBulletin', ...due, ...until(hoursAfter(publishedAt, reminderHours(severity)[0]!)) })
  }
  const report = clock ? nextReport(clock, reader) : null
  if (report !== null) steps.push({ act: 'notifyIncident', ...due, ...until(report) })
  return steps
}

/** The deadline of the next report that a bank owes; null: none is known, or the last has passed. */
export function nextReport(
  clock: NonNullable<BulletinWire['clock']>,
  reader: Pick<Reader, 'now' | 'today'>,
): string | null {
  const { initialSentAt, intermediateSentAt, deadlines } = clock
  if (initialSentAt === null) return deadlines.initial
  if (intermediateSentAt === null) return deadlines.intermediate
  return deadlines.final !== null && !isPast(deadlines.final, reader) ? deadlines.final : null
}
