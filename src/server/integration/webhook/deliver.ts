import { sql } from 'kysely'
import { answerVerdict, LOG_DAYS, retryAfter } from '#domain/integration/webhook/webhook.ts'
import { webhookMachine } from '#domain/states/integration.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import type { Resolve } from '#server/integration/webhook/address.ts'
import { lookUpTarget, NoTarget } from '#server/integration/webhook/address.ts'
import type { DeliveryRow, WebhookRow } from '#server/integration/webhook/queries.ts'
import type { Outcome, SendOptions } from '#server/integration/webhook/send.ts'
import { post } from '#server/integration/webhook/send.ts'
import { signedHeaders, unsealed } from '#server/integration/webhook/sign.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after, DAY, MINUTE } from '#server/platform/clock.ts'
import { hasStatus } from '#server/platform/database/status.ts'
import type { Note } from '#server/platform/log.ts'
import { inSpan } from '#server/platform/operation/tracing/span.ts'
import { makeLanes } from '#server/platform/outgoing/lanes.ts'

/** How many receivers a process waits for at once, and how many of them that failed the last time. */
const AT_ONCE = 64
const FAILING_AT_ONCE = AT_ONCE / 2
/** How long a server may keep a webhook: longer than a receiver may take, so that only a crash runs into it. */
const HELD_MS = MINUTE

const listening = hasStatus(sql`w.status`, webhookMachine.sets.listening)
const waits = sql<boolean>`d.delivered_at is null and d.given_up_at is null`

type Claimed = { webhook: WebhookRow; delivery: DeliveryRow }

export type DeliveryOptions = SendOptions & {
  resolve?: Resolve
  /** Takes a line for the log of each try. */
  note?: Note
}

export type HookSender = {
  /** Begins every due delivery that there is room for, and waits for none. @returns how many */
  begin(options?: DeliveryOptions): Promise<number>
  /** Resolves when none is under way. */
  settled(): Promise<void>
}

/**
 * Sends deliveries, each in a try of its own: to each webhook one after the other, and to all of them beside each other.
 * A slow receiver holds up no other, and those that failed the last time never take all places (HOOK-12). A webhook is
 * claimed by a row that other servers skip. A crash after sending and before noting it sends again, with the same id.
 * @param ended called when a try has ended, and its webhook may get the next
 */
export function hookSender(app: AppContext, ended: () => void = () => {}): HookSender {
  const lanes = makeLanes('webhooks-stuck')
  let failing = 0
  return {
    async begin(options = {}) {
      let begun = 0
      while (!options.stopped?.aborted && lanes.size < AT_ONCE) {
        const claimed = await claim(app, failing < FAILING_AT_ONCE)
        if (!claimed) break
        const counts = Number(claimed.webhook.failing_since !== null)
        failing += counts
        void lanes
          .begin(() => tryOnce(app, claimed, options))
          .then(() => {
            failing -= counts
            ended()
          })
        begun++
      }
      return begun
    },
    settled: () => lanes.settled(),
  }
}

/**
 * Sends all that is due. When `stopped`, it leaves the rest for the next call.
 * @returns how many tries were made
 */
export async function deliverHooks(app: AppContext, options: DeliveryOptions = {}): Promise<number> {
  const sender = hookSender(app)
  for (let tries = 0; ; ) {
    const begun = await sender.begin(options)
    if (begun === 0) return tries
    tries += begun
    await sender.settled()
  }
}

/** Takes a listening webhook that no server sends to, and its first due delivery. */
async function claim({ db, clock }: AppContext, takesFailing: boolean): Promise<Claimed | null> {
  const now = clock.now()
  return db.transaction().execute(async tx => {
    const { rows } = await sql<WebhookRow & { due: string }>`
      select w.*, d.id as due from webhook w
        join participant p on p.id = w.entity_id and p.deleted_at is null
        cross join lateral (
          select d.id, d.next_attempt_at from webhook_delivery d
          where d.webhook_id = w.id and ${waits} and d.next_attempt_at <= ${now}
          order by d.next_attempt_at, d.id limit 1) d
      where ${listening} and (w.busy_until is null or w.busy_until <= ${now}) and (${takesFailing} or w.failing_since is null)
      order by d.next_attempt_at, d.id limit 1 for update of w skip locked`.execute(tx)
    const [webhook] = rows
    if (!webhook) return null
    const delivery = await tx
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('id', '=', webhook.due)
      .executeTakeFirst()
    if (!delivery) return null
    await tx
      .updateTable('webhook')
      .set({ busy_until: after(now, HELD_MS) })
      .where('id', '=', webhook.id)
      .execute()
    return { webhook, delivery }
  })
}

async function tryOnce(app: AppContext, claimed: Claimed, options: DeliveryOptions): Promise<void> {
  const begun = performance.now()
  const { id, tries, caused_by } = claimed.delivery
  const line = { delivery: id, attempt: tries + 1, causedBy: caused_by }
  const outcome = await inSpan('send webhook', spanOf(claimed), async span => {
    const came = await send(app, claimed, options)
    if ('fault' in came) span?.fail(came.fault)
    else span?.add({ 'http.response.status_code': came.answer })
    return came
  })
  // What the stop cut is neither a failure nor a try.
  if (options.stopped?.aborted && 'fault' in outcome) return release(app, claimed.webhook.id)
  const durationMs = Math.round(performance.now() - begun)
  options.note?.('info', 'webhook-sent', { ...line, ...outcome })
  await inTransaction(app, null, tx => note(tx, claimed, outcome, durationMs))
}

const spanOf = ({ delivery: { id, type, tries, caused_by } }: Claimed) => ({
  kind: 'client' as const,
  attributes: {
    'almotacen.delivery': id,
    'almotacen.event': type,
    'almotacen.attempt': tries + 1,
    ...(caused_by ? { 'almotacen.caused-by': caused_by } : {}),
  },
})

async function send(app: AppContext, { webhook, delivery }: Claimed, options: DeliveryOptions): Promise<Outcome> {
  const at = app.clock.now()
  const { event_id: id, body } = delivery
  let secrets: string[]
  try {
    secrets = unsealed(app.secrets, webhook.id, webhook.secrets, at)
  } catch {
    // The installation's key was lost.
    return { fault: 'secret' }
  }
  try {
    const { resolve, stopped } = options
    const allowsPrivate = app.settings.webhookPrivate
    const target = await lookUpTarget(webhook.url, { allowsPrivate, stopped, ...(resolve ? { resolve } : {}) })
    return await post(target, body, signedHeaders({ id, at, body }, secrets), options)
  } catch (error) {
    if (error instanceof NoTarget) return { fault: error.fault }
    throw error
  }
}

async function release({ db }: AppContext, id: string): Promise<void> {
  await db.updateTable('webhook').set({ busy_until: null }).where('id', '=', id).execute()
}

/** Notes how a try ended. The last one that fails, and a receiver that is gone, disable the webhook (HOOK-11, HOOK-12). */
async function note(
  tx: Transaction,
  { webhook, delivery }: Claimed,
  outcome: Outcome,
  durationMs: number,
): Promise<void> {
  const { db, now } = tx
  const answer = 'answer' in outcome ? outcome.answer : null
  const verdict = answerVerdict(answer)
  const tries = delivery.tries + 1
  const firstTryAt = delivery.first_try_at ?? now
  const again = verdict === 'again' ? retryAfter(tries) : null
  const taken = verdict === 'taken'
  await db
    .updateTable('webhook_delivery')
    .set({
      tries,
      first_try_at: firstTryAt,
      last_try_at: now,
      duration_ms: durationMs,
      answer,
      fault: 'fault' in outcome ? outcome.fault : null,
      delivered_at: taken ? now : null,
      given_up_at: taken || again !== null ? null : now,
      ...(again === null ? {} : { next_attempt_at: after(firstTryAt, again) }),
    })
    .where('id', '=', delivery.id)
    .execute()
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', webhook.id).forUpdate().executeTakeFirst()
  // Its bank has removed it meanwhile.
  if (!row) return
  await db
    .updateTable('webhook')
    .set({ busy_until: null, failing_since: taken ? null : (row.failing_since ?? now) })
    .where('id', '=', webhook.id)
    .execute()
  if (!taken && again === null) await disable(tx, row as WebhookRow, verdict === 'gone')
}

/** Disables a webhook and gives up what waits for it: its bank sends it again from the log. */
async function disable(tx: Transaction, webhook: WebhookRow, gone: boolean): Promise<void> {
  const decision = decideByStatus(webhookMachine, 'disable', webhook.status, gone ? 'ENTITY' : 'TIME')
  if (!decision.ok) return
  const { id, entity_id: participantId, url } = webhook
  await tx.db.updateTable('webhook').set({ status: decision.to }).where('id', '=', id).execute()
  await giveUpWaiting(tx, id)
  tx.record({
    event: decision.event,
    object: { kind: 'webhook', id },
    participantId,
    told: { participantId, webhookId: id, host: new URL(url).host, gone },
  })
}

async function giveUpWaiting({ db, now }: Transaction, webhookId: string): Promise<void> {
  await db
    .updateTable('webhook_delivery as d')
    .set({ given_up_at: now })
    .where('d.webhook_id', '=', webhookId)
    .where(waits)
    .execute()
}

/** Removes the deliveries that are older than the log (HOOK-13). What still waits is younger. */
export async function purgeDeliveries({ db, clock }: AppContext): Promise<void> {
  await db
    .deleteFrom('webhook_delivery')
    .where('created_at', '<', after(clock.now(), -LOG_DAYS * DAY))
    .execute()
}
