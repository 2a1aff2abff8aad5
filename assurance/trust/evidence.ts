import { sql } from 'kysely'
import type { Operation } from '#assurance/trust/history.ts'
import { firstOk } from '#assurance/trust/history.ts'
import type { WholeWorld } from '#assurance/trust/whole-world.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** Notices that the model does not know; src/server/notification/customers.test.ts and notices.test.ts show them. */
const unmodelled = ['COMPANY_CHANGED', 'RATING_DROPPED', 'USER_BY_CENTRE'] as const
const unmodelledReasons = unmodelled.map(type => notificationReasons[type])

export type Entry = {
  number: number
  at: string
  event: EventName
  actorId: string | null
  actorRole: string | null
  objectId: string
  participantId: string | null
  data: Record<string, unknown>
}

type Told = {
  participantId: string
  type: string
  message: string
  /** The users that it names: their mails are deleted with them. */
  about: string[]
  /** A user has read it, or a later step settled it: it is left out of a mail that tells several. */
  read: boolean
}

/** One transaction as stored: its audit log entries, its notifications, and its call. */
export type Group = {
  entries: Entry[]
  told: Told[]
  operation: Operation | null
  /** The world in which its caller was admitted, if it differs from the one at the commit. */
  letIn?: WholeWorld
}

export type Evidence = {
  /** In commit order: the audit log's lock is held until the commit. */
  groups: Group[]
  /** The calls that took effect, by idempotency key. */
  calls: Map<string, { status: number; body: unknown; quiet: boolean }>
  mails: { recipient: string; template: string; message: string; at: string; sentId: string | null }[]
  /** The effects of a step that its entries do not name. */
  made: {
    userOf: Map<string, string>
    documentationOf: Map<string, string>
    sessionAt: Map<string, string>
  }
}

/**
 * All database state after an audit log entry. The rows of one transaction are determined with PostgreSQL itself
 * (`xmin`), so that calls and their traces are matched independently of the portal.
 */
export async function gather(db: Db, after: number, operations: readonly Operation[]): Promise<Evidence> {
  const xmin = sql<string>`xmin::text`.as('xmin')
  const trail = await db
    .selectFrom('trail')
    .selectAll()
    .select(xmin)
    .where('number', '>', after)
    .orderBy('number')
    .execute()
  const rows = await db.selectFrom('idempotent_call').select(['key', 'status', 'body', xmin]).execute()
  const notices = await db
    .selectFrom('notification')
    .select(['participant_id', 'type', 'message', 'about', xmin])
    .select(sql<boolean>`exists (select from notification_read r where r.notification_id = notification.id)`.as('read'))
    .where('type', 'not in', unmodelled)
    .execute()
  const mails = await db
    .selectFrom('outbox_mail')
    .selectAll()
    .where(sql<boolean>`coalesce(data ->> 'reason', '') <> all(${unmodelledReasons}::text[])`)
    .execute()
  const waiting = await db
    .selectFrom('digest_line as l')
    .innerJoin('notification as n', 'n.id', 'l.notification_id')
    .innerJoin('portal_user as u', 'u.id', 'l.user_id')
    .select(['u.email as recipient', 'n.message', 'n.created_at as at'])
    .where('n.type', 'not in', unmodelled)
    .execute()
  const invitations = await db.selectFrom('invitation').select(['id', 'user_id']).execute()
  const drafts = await db
    .selectFrom('validation')
    .select(['id', 'participant_id'])
    .where('kind', '=', 'DOC_MIN')
    .execute()
  const sessions = await db.selectFrom('session').select(['id', 'user_id', 'started_at']).execute()
  const evaluators = await db
    .selectFrom('participant')
    .select(['id', 'display_name'])
    .where('kind', '=', 'AUDIT')
    .execute()
  const nameOf = new Map(evaluators.map(row => [row.id, row.display_name]))

  const byKey = new Map(operations.flatMap(operation => (operation.key ? [[operation.key, operation] as const] : [])))
  const ours = rows.filter(row => byKey.has(row.key))
  const operationOf = new Map(ours.map(row => [row.xmin, byKey.get(row.key)!]))
  const toldBy = Map.groupBy(notices, row => row.xmin)
  const groups = new Map<string, Group>()
  for (const row of trail) {
    const group = groups.get(row.xmin) ?? {
      entries: [],
      told: (toldBy.get(row.xmin) ?? []).map(each => ({
        participantId: each.participant_id,
        type: each.type,
        message: each.message,
        about: each.about,
        read: each.read,
      })),
      operation: operationOf.get(row.xmin) ?? null,
    }
    groups.set(row.xmin, group)
    group.entries.push({
      number: row.number,
      at: row.at,
      event: row.event as EventName,
      actorId: row.actor_id,
      actorRole: row.actor_role,
      objectId: row.object_id,
      participantId: row.participant_id,
      data: withEvaluator(row.data as Record<string, unknown>, nameOf),
    })
  }
  return {
    groups: [...groups.values()],
    calls: new Map(ours.map(row => [row.key, { status: row.status, body: row.body, quiet: !groups.has(row.xmin) }])),
    mails: [
      ...mails.flatMap(row => {
        const { recipient, template } = row
        const sentId = row.sent_at && row.message_id
        const { message = '', lines } = row.data as { message?: string; lines?: { message: string; at: string }[] }
        // A digest has a line for each notification.
        if (lines) return lines.map(line => ({ recipient, template: 'notification', ...line, sentId }))
        return [{ recipient, template, message, at: row.created_at, sentId }]
      }),
      ...waiting.map(line => ({ ...line, template: 'notification', sentId: null })),
    ],
    made: {
      userOf: new Map(invitations.map(row => [row.id, row.user_id])),
      documentationOf: new Map(drafts.map(row => [row.participant_id, row.id])),
      sessionAt: new Map(sessions.map(row => [`${row.user_id} ${row.started_at}`, row.id])),
    },
  }
}

const askedAt = ({ operation }: Group) => operation?.attempts[0]?.from ?? Number.NEGATIVE_INFINITY
const knownAt = ({ operation }: Group) => (operation && firstOk(operation)?.to) ?? Number.POSITIVE_INFINITY

/** The times when each transaction was first requested and first acknowledged; unrequested ones have no bounds. */
export class Times {
  readonly #asked: number[]
  readonly #known: number[]

  constructor(groups: readonly Group[]) {
    this.#asked = groups.map(askedAt)
    this.#known = groups.map(knownAt)
  }

  /** The least number of transactions before a call sent at that time. */
  earliest(from: number): number {
    return this.#known.findLastIndex(known => known < from) + 1
  }

  /** The largest number of transactions before a call answered at that time. */
  latest(to: number): number {
    const after = this.#asked.findIndex(asked => asked > to)
    return after === -1 ? this.#asked.length : after
  }

  /** Whether one was acknowledged before the other was requested. */
  precedes(one: Group, other: Group): boolean {
    return knownAt(one) < askedAt(other)
  }

  /** A transaction that committed before another one that was acknowledged before the first was requested. */
  reversed(): [number, number] | null {
    let earliest = { known: Number.POSITIVE_INFINITY, index: -1 }
    for (let index = this.#asked.length - 1; index >= 0; index--) {
      if (earliest.known < this.#asked[index]!) return [index, earliest.index]
      if (this.#known[index]! < earliest.known) earliest = { known: this.#known[index]!, index }
    }
    return null
  }
}

/** Entries name an evaluator by its identifier, notifications by its name, which no move changes once chosen. */
const withEvaluator = (data: Record<string, unknown>, names: ReadonlyMap<string, string>): Record<string, unknown> =>
  typeof data.evaluatorId === 'string' ? { ...data, evaluatorName: names.get(data.evaluatorId) } : data
