import { TextInput } from '@mantine/core'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { HookEventName } from '#domain/integration/webhook/events.ts'
import { hookEventLabel, hookEventNames } from '#domain/integration/webhook/events.ts'
import { addressFault, URL_MAX } from '#domain/integration/webhook/webhook.ts'
import { sentence } from '#domain/messages.ts'
import { Choices } from '#web/integration/Choices.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'

export type WebhookValues = { url: string; events: HookEventName[] }

const ids = { url: 'webhook-direccion', events: 'webhook-sucesos' } as const
const options = hookEventNames.map(value => ({ value, label: hookEventLabel(value), code: value }))

/** What can be said of the fields without looking the address up; the first of them gets the focus. */
export function faultsOf({ url, events }: WebhookValues): FieldErrors {
  // An installation for tests allows http: the server says what else is wrong.
  const address = addressFault(url.trim(), { allowsPrivate: true })
  const wrong: FieldErrors = {
    ...(address ? { url: sentence(address) } : {}),
    ...(events.length > 0 ? {} : { events: 'Elija al menos un suceso' }),
  }
  if (wrong.url) focusField(ids.url)
  else if (wrong.events) focusField(ids.events)
  return wrong
}

type Props = { values: WebhookValues; onChange: (values: WebhookValues) => void; errors: FieldErrors }

/** Address and events of a webhook. */
export function WebhookFields({ values, onChange, errors }: Props) {
  return (
    <>
      <TextInput
        id={ids.url}
        type="url"
        inputMode="url"
        label="Dirección"
        description="Pública y con https. El portal envía allí cada suceso."
        placeholder="https://grc.suentidad.es/avisos"
        maxLength={URL_MAX}
        value={values.url}
        onChange={event => onChange({ ...values, url: event.currentTarget.value })}
        error={errors.url}
        required
        data-autofocus
      />
      <Choices
        id={ids.events}
        legend="De qué se entera"
        options={options}
        chosen={values.events}
        onChange={events => onChange({ ...values, events })}
        error={errors.events}
      />
    </>
  )
}
