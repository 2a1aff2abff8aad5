import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { deliveriesList, deliveryColumns, webhookColumns, webhooksList } from '#domain/integration/webhook/columns.ts'
import { hookEventNames, PING } from '#domain/integration/webhook/events.ts'
import { deliveryFaults, deliveryStatuses, URL_MAX } from '#domain/integration/webhook/webhook.ts'
import { msg } from '#domain/language/translate.ts'
import { exportOf } from '#domain/list/export.ts'
import { webhookMachine } from '#domain/states/integration.ts'

const eventName = z.enum(hookEventNames)
const deliveryType = z.enum([...hookEventNames, PING])

export const webhookWire = z.object({
  id: identifier,
  url: z.string(),
  events: z.array(eventName),
  status: z.enum(webhookMachine.states),
  /** Since when no delivery was taken; null while they are. */
  failingSince: instant.nullable(),
  createdAt: instant,
  /** Until when an earlier secret signs beside the present one. */
  formerSecretUntil: instant.nullable(),
  version: z.number().int(),
})
export type WebhookWire = z.output<typeof webhookWire>

export const deliveryWire = z.object({
  id: identifier,
  /** The `webhook-id` of every try. */
  eventId: identifier,
  type: deliveryType,
  status: z.enum(deliveryStatuses),
  createdAt: instant,
  tries: z.number().int(),
  /** The last try: when, how long it took, the status of the answer, or why there was none. */
  lastTryAt: instant.nullable(),
  durationMs: z.number().int().nullable(),
  answer: z.number().int().nullable(),
  fault: z.enum(deliveryFaults).nullable(),
  /** When it is tried again; null when it is not. */
  nextTryAt: instant.nullable(),
})
export type DeliveryWire = z.output<typeof deliveryWire>

const one = z.strictObject({ id: identifier })
const url = text(URL_MAX)
const events = z
  .array(eventName)
  .min(1, msg('Elija al menos un suceso'))
  .refine(names => new Set(names).size === names.length, msg('Hay un suceso repetido'))
const ofBank = ['notFound', 'principalOnly'] as const

export const listWebhooks = contract({
  name: 'webhook.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'Los webhooks de la entidad, sin sus secretos',
  who: 'webhook.manage',
  query: z.strictObject(paging(['createdAt', 'url'], 'createdAt,desc')),
  answer: pageOf(webhookWire),
  refusals: ofBank,
})

export const exportWebhooks = exportOf(listWebhooks, {
  name: 'webhook.export',
  summary: 'Esos webhooks en CSV o XLSX',
  file: 'webhooks',
  columns: webhookColumns,
  shown: webhooksList,
})

export const readWebhook = contract({
  name: 'webhook.read',
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Un webhook de la entidad',
  who: 'webhook.manage',
  params: one,
  answer: webhookWire,
  refusals: ofBank,
})

export const registerWebhook = contract({
  name: 'webhook.register',
  method: 'POST',
  path: '/webhooks',
  summary: 'Registra un webhook; es la única vez que se muestra su secreto',
  who: 'webhook.manage',
  requiresRecentAuth: true,
  // The answer holds the secret, which is stored sealed.
  withoutIdempotencyKey: true,
  body: z.strictObject({ url, events }),
  answer: z.object({ secret: z.string(), webhook: webhookWire }),
  status: 201,
  refusals: [...ofBank, 'webhookAddress', 'tooManyWebhooks', 'invalid'],
})

export const changeWebhook = contract({
  name: 'webhook.change',
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Cambia la dirección o los sucesos de un webhook, o lo activa',
  who: 'webhook.manage',
  requiresRecentAuth: true,
  params: one,
  body: z.strictObject({
    url: url.optional(),
    events: events.optional(),
    status: z.literal('ACTIVE').optional(),
    version: editVersion,
  }),
  answer: webhookWire,
  refusals: [...ofBank, 'webhookAddress', 'webhookActive', 'changedMeanwhile', 'invalid'],
})

export const removeWebhook = contract({
  name: 'webhook.remove',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Quita un webhook con su registro de entregas',
  who: 'webhook.manage',
  requiresRecentAuth: true,
  params: one,
  status: 204,
  refusals: ofBank,
})

export const renewSecret = contract({
  name: 'webhook.renew-secret',
  method: 'POST',
  path: '/webhooks/{id}/secret',
  summary: 'Da un secreto nuevo, que vale junto al anterior durante 24 horas',
  who: 'webhook.manage',
  requiresRecentAuth: true,
  withoutIdempotencyKey: true,
  params: one,
  answer: z.object({ secret: z.string(), webhook: webhookWire }),
  status: 201,
  refusals: ofBank,
})

export const pingWebhook = contract({
  name: 'webhook.ping',
  method: 'POST',
  path: '/webhooks/{id}/ping',
  summary: 'Envía una prueba',
  who: 'webhook.manage',
  params: one,
  answer: deliveryWire,
  status: 201,
  refusals: [...ofBank, 'webhookInactive'],
})

export const listDeliveries = contract({
  name: 'webhook.deliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'Las entregas de un webhook en los últimos 30 días',
  who: 'webhook.manage',
  params: one,
  query: z.strictObject({
    ...paging(['createdAt', 'type', 'lastTryAt', 'durationMs', 'tries'], 'createdAt,desc'),
    status: z.enum(deliveryStatuses).optional(),
    type: deliveryType.optional(),
  }),
  answer: pageOf(deliveryWire),
  refusals: ofBank,
})

export const exportDeliveries = exportOf(listDeliveries, {
  name: 'webhook.export-deliveries',
  summary: 'Esas entregas en CSV o XLSX',
  file: 'entregas-webhook',
  columns: deliveryColumns,
  shown: deliveriesList,
})

export const repeatDelivery = contract({
  name: 'webhook.repeat',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/repeat',
  summary: 'Envía una entrega otra vez, con el mismo identificador',
  who: 'webhook.manage',
  params: z.strictObject({ id: identifier, deliveryId: identifier }),
  answer: deliveryWire,
  refusals: [...ofBank, 'webhookInactive'],
})
