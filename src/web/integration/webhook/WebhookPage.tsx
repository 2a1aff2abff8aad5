import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { WebhookWire } from '#domain/integration/webhook/contract.ts'
import { readWebhook } from '#domain/integration/webhook/contract.ts'
import { hookEventLabel } from '#domain/integration/webhook/events.ts'
import { webhookMachine } from '#domain/states/integration.ts'
import { formatInstant } from '#domain/values/day.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { DeliveryPart } from '#web/integration/webhook/DeliveryPart.tsx'
import { WebhookActions } from '#web/integration/webhook/WebhookActions.tsx'
import { WebhookBadge } from '#web/integration/webhook/WebhookBadge.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from '../integration.module.css'

const back = { href: paths.integrations(), label: 'Volver a las claves y webhooks' }

/** /integrations/{id}: what a webhook hears, and the deliveries of 30 days (HOOK-13). */
export function WebhookPage() {
  const { webhookId = '' } = useParams({ strict: false }) as { webhookId?: string }
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readWebhook, { params: { id: webhookId } }))
  if (data) return <Webhook webhook={data} />
  return (
    <>
      <PageHeader title="Webhook" back={back} />
      {error ? (
        <ErrorState
          title="No se ha podido abrir el webhook"
          text={messageOf(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading height={320} label="Cargando el webhook" />
      )}
    </>
  )
}

function Webhook({ webhook }: { webhook: WebhookWire }) {
  const { url, events, status, failingSince, createdAt, formerSecretUntil } = webhook
  return (
    <>
      <PageHeader
        title="Webhook"
        subtitle={<span className={classes.address}>{url}</span>}
        back={back}
        actions={<WebhookActions webhook={webhook} />}
      />
      <div className={classes.facts}>
        <Trouble webhook={webhook} />
        <DescriptionList
          facts={[
            { label: 'Estado', value: <WebhookBadge status={status} /> },
            {
              label: 'Se entera de',
              value: (
                <ul>
                  {events.map(event => (
                    <li key={event}>
                      {hookEventLabel(event)} <span className="small mono dim">{event}</span>
                    </li>
                  ))}
                </ul>
              ),
            },
            { label: 'Registrado', value: <RelativeTime value={createdAt} withTime /> },
            ...(failingSince
              ? [{ label: 'No contesta desde', value: <RelativeTime value={failingSince} withTime both /> }]
              : []),
            ...(formerSecretUntil
              ? [{ label: 'Secreto anterior', value: `Firma también hasta el ${formatInstant(formerSecretUntil)}` }]
              : []),
          ]}
        />
      </div>
      <DeliveryPart webhook={webhook} />
    </>
  )
}

/** What keeps its deliveries from arriving. */
function Trouble({ webhook: { status, failingSince } }: { webhook: WebhookWire }) {
  if (!webhookMachine.is.listening(status)) {
    return (
      <Message kind="error" title="El webhook está desactivado">
        Su sistema no aceptó una entrega en 72 horas, o contestó que ya no existe. Cuando vuelva a contestar, actívelo y
        envíe otra vez lo que falte.
      </Message>
    )
  }
  if (failingSince === null) return null
  return (
    <Message kind="warning" title="Su sistema no acepta las entregas">
      El portal lo intenta otra vez durante 72 horas. Si ninguna llega, desactiva el webhook y se lo dice.
    </Message>
  )
}
