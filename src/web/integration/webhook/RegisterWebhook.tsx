import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { exportWebhooks, registerWebhook } from '#domain/integration/webhook/contract.ts'
import { hookEventNames } from '#domain/integration/webhook/events.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { ShownSecret } from '#web/integration/webhook/ShownSecret.tsx'
import type { WebhookValues } from '#web/integration/webhook/WebhookFields.tsx'
import { faultsOf, WebhookFields } from '#web/integration/webhook/WebhookFields.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const blank: WebhookValues = { url: '', events: [...hookEventNames] }

/** Registers a webhook and shows its secret, once (HOOK-07). */
export function RegisterWebhook({ onClose }: { onClose: () => void }) {
  const proved = useRecentAuth()
  const [values, setValues] = useState(blank)
  const [errors, setErrors] = useState<FieldErrors>({})
  const registering = useListWrite({
    mutationFn: ({ url, events }: WebhookValues) =>
      proved.run(() => call(registerWebhook, { body: { url: url.trim(), events } })),
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
    reads: [exportWebhooks.list.name],
  })
  if (registering.data) {
    return <ShownSecret title="Webhook registrado" secret={registering.data.secret} onKept={onClose} />
  }
  const dirty = values !== blank
  return (
    <>
      <FormModal
        opened
        onClose={onClose}
        title="Registrar webhook"
        onSubmit={() => {
          const wrong = faultsOf(values)
          setErrors(wrong)
          if (Object.keys(wrong).length === 0) registering.mutate(values)
        }}
        submitLabel="Registrar"
        loading={registering.isPending}
        submitError={registering.error && Object.keys(errors).length === 0 ? messageOf(registering.error) : null}
        dirty={dirty}
        size={640}
      >
        <LeaveQuestion unfinished={dirty} />
        <WebhookFields values={values} onChange={setValues} errors={errors} />
      </FormModal>
      {proved.dialog}
    </>
  )
}
