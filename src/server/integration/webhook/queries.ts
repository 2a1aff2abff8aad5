import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { DeliveryWire, listDeliveries, WebhookWire } from '#domain/integration/webhook/contract.ts'
import type { HookEventName } from '#domain/integration/webhook/events.ts'
import type { DeliveryFault } from '#domain/integration/webhook/webhook.ts'
import { deliveryStatusOf } from '#domain/integration/webhook/webhook.ts'
import type { WebhookStatus } from '#domain/states/integration.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import type { SealedSecret } from '#server/integration/webhook/sign.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type WebhookRow = Selectable<Tables['webhook']> & {
  events: HookEventName[]
  secrets: SealedSecret[]
  status: WebhookStatus
}
export type DeliveryRow = Selectable<Tables['webhook_delivery']>

const rows = (db: Db, entityId: string) => db.selectFrom('webhook').selectAll().where('entity_id', '=', entityId)

/** The webhooks of a bank. */
export const webhooksOf = async (db: Db, entityId: string): Promise<WebhookRow[]> =>
  (await rows(db, entityId).orderBy('id').execute()) as WebhookRow[]

/** @throws DomainError notFound */
export async function webhookOf(db: Db, entityId: string, id: string): Promise<WebhookRow> {
  const row = await rows(db, entityId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return row as WebhookRow
}

/** Locks a webhook of the bank until the transaction ends. @throws DomainError notFound */
export async function lockedWebhook(db: Db, entityId: string, id: string): Promise<WebhookRow> {
  const row = await rows(db, entityId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return row as WebhookRow
}

export function webhookWireOf(row: WebhookRow, now: string): WebhookWire {
  const former = row.secrets
    .flatMap(({ until }: SealedSecret) => (until !== null && until > now ? [until] : []))
    .toSorted()
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    status: row.status,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    formerSecretUntil: former.at(-1) ?? null,
    version: row.version,
  }
}

export function deliveryWireOf(row: DeliveryRow): DeliveryWire {
  const status = deliveryStatusOf({ deliveredAt: row.delivered_at, givenUpAt: row.given_up_at })
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type as DeliveryWire['type'],
    status,
    createdAt: row.created_at,
    tries: row.tries,
    lastTryAt: row.last_try_at,
    durationMs: row.duration_ms,
    answer: row.answer,
    fault: row.fault as DeliveryFault | null,
    nextTryAt: row.delivered_at === null && row.given_up_at === null ? row.next_attempt_at : null,
  }
}

const sorts = {
  createdAt: sql`created_at`,
  type: sql`type`,
  lastTryAt: sql`last_try_at`,
  durationMs: sql`duration_ms`,
  tries: sql`tries`,
}

const statusIs = {
  WAITING: sql<boolean>`delivered_at is null and given_up_at is null`,
  DELIVERED: sql<boolean>`delivered_at is not null`,
  FAILED: sql<boolean>`given_up_at is not null`,
}

/** A page of the deliveries of a webhook. */
export async function deliveriesOf(
  db: Db,
  webhookId: string,
  query: QueryOf<typeof listDeliveries>,
): Promise<AnswerOf<typeof listDeliveries>> {
  const { status, type } = query
  let found = db.selectFrom('webhook_delivery').where('webhook_id', '=', webhookId)
  if (status) found = found.where(statusIs[status])
  if (type) found = found.where('type', '=', type)
  const { rows: content, total } = await pageOfQuery(
    found.selectAll(),
    query,
    sorts,
    (key, way) => sql`${key} ${way} nulls last, id ${way}`,
  )
  return { content: content.map(deliveryWireOf), totalElements: total }
}
