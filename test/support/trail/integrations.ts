import { listKeys, revokeKey } from '#domain/integration/key/contract.ts'
import {
  changeWebhook,
  pingWebhook,
  removeWebhook,
  renewSecret,
  repeatDelivery,
} from '#domain/integration/webhook/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { ok } from '#test/support/answers.ts'
import { madeKey, registered, system } from '#test/support/integrations.ts'
import { by, org, type Step } from '#test/support/trail/steps.ts'
import { declared } from '#test/support/uses.ts'

export const integrations: Step[] = [
  [
    'a key, what it writes, and its end',
    async ({ portal, bank, provider, services, made }) => {
      const { key, apiKey } = await madeKey(bank)
      const serviceId = [...services.values()].at(-1)!
      const use = await declared(system(portal, key), { providerId: org(provider), serviceId })
      await ok(system(portal, key).call(listUses))
      await ok(bank.call(listKeys))
      await ok(bank.call(revokeKey, { params: { id: apiKey.id }, body: { status: 'REVOKED' } }))
      Object.assign(made, { key: apiKey.id, keyUse: use.id })
    },
    ({ bank, made }) => [
      ['api-key.made', by(bank), org(bank), `api-key ${made.key}`],
      ['use.declared', made.key!, org(bank), `use ${made.keyUse}`],
      ['api-key.revoked', by(bank), org(bank), `api-key ${made.key}`],
    ],
  ],
  [
    'a webhook from its registration to its end',
    async ({ portal, bank, made }) => {
      const { webhook } = await registered(bank, 'https://8.8.8.8/portal', ['level.met'])
      const params = { id: webhook.id }
      await ok(bank.call(changeWebhook, { params, body: { events: ['level.broken'] } }))
      await ok(bank.call(renewSecret, { params }))
      const { id: deliveryId } = await ok(bank.call(pingWebhook, { params }))
      await ok(bank.call(repeatDelivery, { params: { ...params, deliveryId } }))
      await portal.app.db.updateTable('webhook').set({ status: 'DISABLED' }).where('id', '=', webhook.id).execute()
      await ok(bank.call(changeWebhook, { params, body: { status: 'ACTIVE' } }))
      expectGone(await bank.call(removeWebhook, { params }))
      made.webhook = webhook.id
    },
    ({ bank, made }) =>
      ['registered', 'changed', 'secret-renewed', 'tested', 'repeated', 'enabled', 'removed'].map(what => [
        `webhook.${what}`,
        by(bank),
        org(bank),
        `webhook ${made.webhook}`,
      ]),
  ],
]

function expectGone({ status }: { status: number }): void {
  if (status !== 204) throw new Error(`It is still there: ${status}`)
}
