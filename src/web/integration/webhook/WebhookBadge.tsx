import type { DeliveryStatus } from '#domain/integration/webhook/webhook.ts'
import { deliveryStatusLabels, webhookStatusLabels } from '#domain/integration/webhook/webhook.ts'
import type { WebhookStatus } from '#domain/states/integration.ts'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'

const ofWebhook: Readonly<Record<WebhookStatus, BadgeState>> = { ACTIVE: 'ACCEPTED', DISABLED: 'REJECTED' }
const ofDelivery: Readonly<Record<DeliveryStatus, BadgeState>> = {
  WAITING: 'PENDING',
  DELIVERED: 'ACCEPTED',
  FAILED: 'REJECTED',
}

export const WebhookBadge = ({ status }: { status: WebhookStatus }) => (
  <StateBadge state={ofWebhook[status]} label={webhookStatusLabels[status]} />
)
export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => (
  <StateBadge state={ofDelivery[status]} label={deliveryStatusLabels[status]} />
)
