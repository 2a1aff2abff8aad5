import type { DeliveryWire, WebhookWire } from '#domain/integration/webhook/contract.ts'
import { hookEventLabel, hookEventNames, PING } from '#domain/integration/webhook/events.ts'
import { deliveryStatusLabels, outcomeWords, webhookStatusLabels } from '#domain/integration/webhook/webhook.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { choiceFilter } from '#domain/list/shown.ts'
import { formatInstant } from '#domain/values/day.ts'

const instantOf = (instant: string | null) => (instant ? formatInstant(instant) : '')

/** '0,12 s'. */
export const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(2).replace('.', ',')} s`

/** The columns of a webhook's deliveries. */
export const deliveryColumns: readonly ListColumn<DeliveryWire>[] = [
  { key: 'createdAt', label: 'Fecha', text: row => instantOf(row.createdAt) },
  { key: 'type', label: 'Suceso', text: row => hookEventLabel(row.type) },
  { key: 'eventId', label: 'Identificador', text: row => row.eventId, under: 'type' },
  { key: 'status', label: 'Estado', text: row => deliveryStatusLabels[row.status] },
  { key: 'outcome', label: 'Respuesta', text: outcomeWords },
  { key: 'durationMs', label: 'Duración', text: row => (row.durationMs === null ? '' : secondsOf(row.durationMs)) },
  { key: 'tries', label: 'Intentos', text: row => String(row.tries) },
  { key: 'lastTryAt', label: 'Último intento', text: row => instantOf(row.lastTryAt), under: 'tries' },
  { key: 'nextTryAt', label: 'Siguiente intento', text: row => instantOf(row.nextTryAt), under: 'tries' },
]

/** The columns of a bank's webhooks. */
export const webhookColumns: readonly ListColumn<WebhookWire>[] = [
  { key: 'url', label: 'Dirección', text: row => row.url },
  { key: 'events', label: 'Sucesos', text: row => row.events.map(hookEventLabel).join('; ') },
  { key: 'status', label: 'Estado', text: row => webhookStatusLabels[row.status] },
  { key: 'failingSince', label: 'No contesta desde', text: row => instantOf(row.failingSince), under: 'status' },
  { key: 'createdAt', label: 'Registrado', text: row => instantOf(row.createdAt) },
]

export const webhooksList: ListShown = { label: 'Webhooks', sort: 'createdAt,desc', size: 10, prefix: 'webhooks-' }

export const deliveriesList: ListShown = {
  label: 'Entregas',
  sort: 'createdAt,desc',
  size: 10,
  filters: {
    status: choiceFilter('Estado', 'Todos', deliveryStatusLabels),
    type: choiceFilter('Suceso', 'Todos', () =>
      Object.fromEntries([...hookEventNames, PING].map(name => [name, hookEventLabel(name)])),
    ),
  },
}
