import { hookEventLabel } from '#domain/integration/webhook/events.ts'
import { webhookStatusLabels } from '#domain/integration/webhook/webhook.ts'
import type { WebhookStatus } from '#domain/states/integration.ts'

type Fields = { url?: string | undefined; events?: readonly string[] | undefined; status?: WebhookStatus | undefined }

/** The fields of a webhook in words, as a conflict shows them; what is not given is left out. */
export const factsOfWebhook = ({ url, events, status }: Fields): Record<string, string> => ({
  ...(url === undefined ? {} : { url }),
  ...(events === undefined ? {} : { events: events.map(hookEventLabel).toSorted().join('; ') }),
  ...(status === undefined ? {} : { status: webhookStatusLabels[status] }),
})
