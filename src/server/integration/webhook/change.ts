import { labelsOf } from '#domain/conflict/conflict.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { changeWebhook as changeContract } from '#domain/integration/webhook/contract.ts'
import { factsOfWebhook } from '#domain/integration/webhook/facts.ts'
import { webhookMachine } from '#domain/states/integration.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import type { Origin } from '#server/http/route.ts'
import { tellPrincipal } from '#server/integration/tell-principal.ts'
import type { WebhookRow } from '#server/integration/webhook/queries.ts'
import { lockedWebhook, webhookOf } from '#server/integration/webhook/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'

/** The host of a webhook's address, as mails name it: the rest may hold a secret of the receiver's. */
export const shownHostOf = (url: string): string => new URL(url).host

const labels = labelsOf({ url: 'Dirección', events: 'Sucesos', status: 'Estado' })

/**
 * Changes a webhook of the actor's bank. The caller has looked a new address up.
 * @throws DomainError notFound, changedMeanwhile, webhookActive
 */
export async function changeWebhook(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...given }: BodyOf<typeof changeContract>,
  origin: Origin,
): Promise<WebhookRow> {
  const row = await lockedWebhook(tx.db, actor.participantId, id)
  await refuseStale(tx.db, actor, version, {
    version: row.version,
    now: factsOfWebhook(row),
    yours: factsOfWebhook(given),
    labels,
    object: { kind: 'webhook', id },
  })
  const { url = row.url, events = row.events, status } = given
  const isEdited = url !== row.url || events.toSorted().join() !== row.events.toSorted().join()
  const decision =
    status === undefined ? null : assertAllowed(decideByStatus(webhookMachine, 'enable', row.status, actor.role))
  if (!isEdited && !decision) return row
  await tx.db
    .updateTable('webhook')
    .set(eb => ({
      url,
      events,
      status: decision?.to ?? row.status,
      // A receiver that is tried again, or another one, has not failed yet.
      failing_since: decision || url !== row.url ? null : row.failing_since,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  const about = { object: { kind: 'webhook', id }, participantId: actor.participantId }
  if (isEdited) tx.record({ event: 'webhook.changed', ...about })
  if (decision) {
    tx.record({ event: decision.event, ...about, told: { participantId: actor.participantId, webhookId: id } })
  }
  await tellPrincipal(tx, actor, 'webhook-changed', { what: shownHostOf(url), origin })
  return webhookOf(tx.db, actor.participantId, id)
}
