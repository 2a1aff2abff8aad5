import type { EventName } from '#domain/audit-log/events.ts'
import { isPrivateKind } from '#domain/audit-log/private.ts'

/** What may have changed for a reader: the notifications of its bell, or what its lists show. */
export const changeKinds = ['notifications', 'lists'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** The reader that stands for CCI. */
export const CENTRE = 'CCI'

/** Participants to which something changed. It holds no data: who hears it reads again. */
export type Change = {
  kinds: readonly ChangeKind[]
  /** Participants, or CENTRE. */
  readers: readonly string[]
  /** The user who did it, whose own browser knows already. */
  by: string | null
  /** A session may have ended with it. */
  access: boolean
}

/** An idle stream says something this often, in milliseconds: proxies cut silent connections after a minute. */
export const HEARTBEAT_MS = 25_000
/** Without a word for this long a stream is dead, in milliseconds. */
export const SILENCE_MS = 2.5 * HEARTBEAT_MS

/** Events that change nothing which a list shows: what was read or exported, and a session's beginning. */
const unseen = /(\.read|\.read-partly|\.file-read|\.document-read|\.downloaded|\.exported)$|^session\.(?!ended)/
const ofAccess = /^(session|user|participant)\./

/** `owners`: whose the object is, and then who else sees it. */
type Event = { event: EventName; object: { kind: string }; owners: readonly (string | null | undefined)[] }

/**
 * What a transaction changed, and its readers: the notified, the owners of what changed, and CCI, save of what belongs to a
 * bank alone.
 * @param notified the participants that got or lost an unread notification
 */
export function streamChangesOf(events: readonly Event[], notified: readonly string[], by: string | null): Change[] {
  const seen = events.filter(({ event }) => !unseen.test(event))
  const readers = new Set<string>()
  for (const { object, owners } of seen) {
    const known = owners.filter(owner => owner != null)
    // What a bank writes about a provider names that too, second: it hears nothing of it (BASE-10).
    for (const owner of isPrivateKind(object.kind) ? known.slice(0, 1) : [...known, CENTRE]) readers.add(owner)
  }
  // No list shows sessions; that one ended is for its own stream.
  const kinds: ChangeKind[] = seen.every(({ event }) => event.startsWith('session.')) ? [] : ['lists']
  const access = seen.some(({ event }) => ofAccess.test(event))
  return [
    ...(notified.length > 0
      ? [{ kinds: changeKinds, readers: [...new Set(notified)].toSorted(), by: null, access: false }]
      : []),
    ...(readers.size > 0 ? [{ kinds, readers: [...readers].toSorted(), by, access }] : []),
  ]
}

/** A message of the stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export const streamMessageOf = (kinds: readonly ChangeKind[]): string => `data: ${kinds.join(',')}\n\n`
/** A comment, which readers skip. */
export const HEARTBEAT = ':\n\n'

/** The kinds that the lines of a stream name. */
export function kindsIn(lines: readonly string[]): ChangeKind[] {
  const named = new Set(
    lines.flatMap(line => (line.startsWith('data:') ? line.slice('data:'.length).trim().split(',') : [])),
  )
  return changeKinds.filter(kind => named.has(kind))
}

/** How long a browser waits before it opens a stream again, in milliseconds. `chance` is between 0 and 1. */
export function pauseBefore(attempt: number, chance: number): number {
  const longest = Math.min(60_000, 1000 * 2 ** attempt)
  // Spread over half of it, so that browsers do not return to a restarted server all at once.
  return longest * (0.5 + chance / 2)
}
