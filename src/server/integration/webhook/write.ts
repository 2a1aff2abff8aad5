import { sql } from 'kysely'
import type { Hearer, HookData } from '#domain/integration/webhook/events.ts'
import { bodyOf, hookMessagesOf } from '#domain/integration/webhook/events.ts'
import { webhookMachine } from '#domain/states/integration.ts'
import type { DomainEvent, Transaction } from '#server/kernel/transaction.ts'
import { bulletinRecipients, fansOf, serviceUsers } from '#server/participant/queries.ts'
import { after } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import { presentCause } from '#server/platform/operation/cause.ts'

type Place = { publicUrl: string; holdMs?: number }

/**
 * Writes what the events tell the webhooks that chose them, in the transaction of the events (HOOK-11). None leaves
 * before `holdMs` have passed.
 * @returns the ids of the deliveries
 */
export async function writeDeliveries(
  tx: Transaction,
  events: readonly DomainEvent[],
  { publicUrl, holdMs = 0 }: Place,
): Promise<string[]> {
  const written: string[] = []
  for (const { event, facts, told, tell } of events) {
    if (tell === false) continue
    for (const { type, to, data, path } of hookMessagesOf(event, { ...facts, ...told })) {
      const webhooks = await hearing(tx, type, to)
      if (webhooks.length === 0) continue
      const body = bodyOf(type, tx.now, { ...data, link: `${publicUrl}${path}` })
      written.push(...(await insert(tx, webhooks, { type, body, about: namedIn(data), due: after(tx.now, holdMs) })))
    }
  }
  return written
}

/** The participants that a message names: a deleted one takes it along (D44). */
const namedIn = ({ providerId }: HookData): string[] => (typeof providerId === 'string' ? [providerId] : [])

/** The listening webhooks that chose a type, of the banks that hear it. */
async function hearing({ db }: Transaction, type: string, to: Hearer): Promise<string[]> {
  // Most portals have few webhooks: they are looked for first.
  const chosen = await db
    .selectFrom('webhook')
    .select(['id', 'entity_id'])
    .where(hasStatus(sql`status`, webhookMachine.sets.listening))
    .where(sql<boolean>`events @> array[${type}]`)
    .orderBy('id')
    .execute()
  if (chosen.length === 0) return []
  const banks = new Set<string>()
  if ('entity' in to) banks.add(to.entity)
  else if ('toldOf' in to) {
    for (const { id } of await bulletinRecipients(db, to.toldOf).select('p.id').execute()) banks.add(id)
  } else {
    for (const { id } of await fansOf(db, to.followersOf).select('p.id').execute()) banks.add(id)
    const users = serviceUsers(db, to.followersOf, to.using === 'any' ? null : to.using)
    for (const { id } of await users.select('p.id').execute()) banks.add(id)
  }
  return chosen.filter(({ entity_id }) => banks.has(entity_id)).map(({ id }) => id)
}

type Written = { type: string; body: string; about: string[]; due: string }

/** Writes one event for some webhooks. @returns the ids of the deliveries */
export async function insert(
  { db, now, newId }: Pick<Transaction, 'db' | 'now' | 'newId'>,
  webhooks: readonly string[],
  { type, body, about, due }: Written,
): Promise<string[]> {
  const eventId = newId()
  const rows = webhooks.map(webhook => ({
    id: newId(),
    webhook_id: webhook,
    event_id: eventId,
    type,
    body,
    about,
    created_at: now,
    next_attempt_at: due,
    caused_by: presentCause()?.id || null,
  }))
  await db.insertInto('webhook_delivery').values(rows).execute()
  return rows.map(({ id }) => id)
}

/** Removes what names a deleted participant, sent or not (D44). */
export async function dropDeliveriesAbout(db: Db, id: string): Promise<void> {
  await sql`delete from webhook_delivery where about @> array[${id}]::text[]`.execute(db)
}
