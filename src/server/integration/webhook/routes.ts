import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import {
  changeWebhook as changeContract,
  exportDeliveries,
  exportWebhooks,
  pingWebhook as pingContract,
  readWebhook,
  registerWebhook as registerContract,
  removeWebhook as removeContract,
  renewSecret as renewContract,
  repeatDelivery as repeatContract,
} from '#domain/integration/webhook/contract.ts'
import { bodyOf, PING } from '#domain/integration/webhook/events.ts'
import { WEBHOOKS_MAX } from '#domain/integration/webhook/webhook.ts'
import { webhookMachine } from '#domain/states/integration.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { withExport } from '#server/http/list/export.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { keyed, own, read, write } from '#server/http/route.ts'
import { tellPrincipal } from '#server/integration/tell-principal.ts'
import { lookUpTarget, NoTarget } from '#server/integration/webhook/address.ts'
import { changeWebhook, shownHostOf } from '#server/integration/webhook/change.ts'
import {
  deliveriesOf,
  deliveryWireOf,
  lockedWebhook,
  webhookOf,
  webhooksOf,
  webhookWireOf,
} from '#server/integration/webhook/queries.ts'
import { newSecret, withSecret } from '#server/integration/webhook/sign.ts'
import { insert } from '#server/integration/webhook/write.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'

/**
 * Looks an address up before a transaction is opened, so that a slow name server holds no connection.
 * @throws DomainError webhookAddress
 */
async function checkAddress(app: AppContext, url: string): Promise<void> {
  await lookUpTarget(url, { allowsPrivate: app.settings.webhookPrivate }).catch(error => {
    if (error instanceof NoTarget) throw new DomainError('webhookAddress', { fields: { url: webhookAddressSentence } })
    throw error
  })
}
const webhookAddressSentence = new DomainError('webhookAddress').message

const about = ({ participantId }: Actor, id: string) => ({ object: { kind: 'webhook', id }, participantId })

/** @throws DomainError webhookInactive: nothing leaves from a webhook that does not listen */
function refuseInactive(status: string): void {
  if (!webhookMachine.is.listening(status)) throw new DomainError('webhookInactive')
}

async function deliveryOf({ db }: Transaction, webhookId: string, id: string) {
  const row = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound')
  return deliveryWireOf(row)
}

export const webhookRoutes: Route[] = [
  ...withExport(exportWebhooks, async ({ app, db, actor, query }) => {
    const rows = await webhooksOf(db, actor.participantId)
    return pageOfAll(
      rows.map(row => webhookWireOf(row, app.clock.now())),
      query,
    )
  }),

  read(readWebhook, async ({ app, db, actor, params }) =>
    webhookWireOf(await webhookOf(db, actor.participantId, params.id), app.clock.now()),
  ),

  own(registerContract, async ({ app, actor, body, origin, shape }) => {
    await checkAddress(app, body.url)
    return inTransaction(app, actor, async tx => {
      await lockParticipant(tx.db, actor.participantId)
      const facts = { hasRoom: (await webhooksOf(tx.db, actor.participantId)).length < WEBHOOKS_MAX }
      const decision = assertAllowed(decide(webhookMachine, 'register', null, facts, actor.role))
      const [id, secret] = [tx.newId(), newSecret()]
      await tx.db
        .insertInto('webhook')
        .values({
          id,
          entity_id: actor.participantId,
          ...body,
          secrets: JSON.stringify(withSecret(app.secrets, id, secret, tx)),
          status: decision.to,
          created_at: tx.now,
        })
        .execute()
      tx.record({ event: decision.event, ...about(actor, id) })
      await tellPrincipal(tx, actor, 'webhook-registered', { what: shownHostOf(body.url), origin })
      return shape({ secret, webhook: webhookWireOf(await webhookOf(tx.db, actor.participantId, id), tx.now) })
    })
  }),

  keyed(changeContract, async ({ app, actor, params, body, origin, once }) => {
    if (body.url !== undefined) {
      await webhookOf(app.db, actor.participantId, params.id)
      await checkAddress(app, body.url)
    }
    return inTransaction(app, actor, tx =>
      once(tx, async () => webhookWireOf(await changeWebhook(tx, actor, params.id, body, origin), tx.now)),
    )
  }),

  write(removeContract, async ({ tx, actor, params, origin }) => {
    const row = await lockedWebhook(tx.db, actor.participantId, params.id)
    const decision = assertAllowed(decideByStatus(webhookMachine, 'remove', row.status, actor.role))
    await tx.db.deleteFrom('webhook').where('id', '=', row.id).execute()
    const told = { participantId: actor.participantId, webhookId: row.id }
    tx.record({ event: decision.event, ...about(actor, row.id), told })
    await tellPrincipal(tx, actor, 'webhook-removed', { what: shownHostOf(row.url), origin })
  }),

  own(renewContract, ({ app, actor, params, origin, shape }) =>
    inTransaction(app, actor, async tx => {
      const row = await lockedWebhook(tx.db, actor.participantId, params.id)
      const secret = newSecret()
      const secrets = withSecret(app.secrets, row.id, secret, { earlier: row.secrets, now: tx.now })
      await tx.db
        .updateTable('webhook')
        .set(eb => ({ secrets: JSON.stringify(secrets), version: eb('version', '+', 1) }))
        .where('id', '=', row.id)
        .execute()
      tx.record({ event: 'webhook.secret-renewed', ...about(actor, row.id) })
      await tellPrincipal(tx, actor, 'webhook-secret-renewed', { what: shownHostOf(row.url), origin })
      return shape({ secret, webhook: webhookWireOf(await webhookOf(tx.db, actor.participantId, row.id), tx.now) })
    }),
  ),

  write(pingContract, async ({ tx, actor, params, app }) => {
    const row = await lockedWebhook(tx.db, actor.participantId, params.id)
    refuseInactive(row.status)
    const body = bodyOf(PING, tx.now, { link: app.publicUrl })
    const id = onlyOf(await insert(tx, [row.id], { type: PING, body, about: [], due: tx.now }))
    tx.record({ event: 'webhook.tested', ...about(actor, row.id) })
    tx.wakeHooks()
    return deliveryOf(tx, row.id, id)
  }),

  ...withExport(exportDeliveries, async ({ db, actor, params, query }) => {
    const { id } = await webhookOf(db, actor.participantId, params.id)
    return deliveriesOf(db, id, query)
  }),

  write(repeatContract, async ({ tx, actor, params }) => {
    const row = await lockedWebhook(tx.db, actor.participantId, params.id)
    refuseInactive(row.status)
    const { id } = await deliveryOf(tx, row.id, params.deliveryId)
    await tx.db
      .updateTable('webhook_delivery')
      .set({ next_attempt_at: tx.now, tries: 0, first_try_at: null, delivered_at: null, given_up_at: null })
      .where('id', '=', id)
      .execute()
    tx.record({ event: 'webhook.repeated', ...about(actor, row.id) })
    tx.wakeHooks()
    return deliveryOf(tx, row.id, id)
  }),
]
