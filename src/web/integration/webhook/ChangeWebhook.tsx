import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { WebhookWire } from '#domain/integration/webhook/contract.ts'
import { changeWebhook } from '#domain/integration/webhook/contract.ts'
import { factsOfWebhook } from '#domain/integration/webhook/facts.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import type { WebhookValues } from '#web/integration/webhook/WebhookFields.tsx'
import { faultsOf, WebhookFields } from '#web/integration/webhook/WebhookFields.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

/** Changes address and events of a webhook: only what differs is sent. */
export function ChangeWebhook({ webhook, onClose }: { webhook: WebhookWire; onClose: () => void }) {
  const proved = useRecentAuth()
  const conflict = useConflict()
  // What was read when the window opened, whatever arrives meanwhile.
  const [begun] = useState(webhook)
  const [values, setValues] = useState<WebhookValues>({ url: webhook.url, events: webhook.events })
  const [errors, setErrors] = useState<FieldErrors>({})
  const changed = {
    ...(values.url.trim() === begun.url ? {} : { url: values.url.trim() }),
    ...(values.events.toSorted().join() === begun.events.toSorted().join() ? {} : { events: values.events }),
  }
  const dirty = Object.keys(changed).length > 0
  const saving = useListWrite({
    mutationFn: () =>
      proved.run(() =>
        conflict.send({
          version: begun.version,
          base: factsOfWebhook({ url: begun.url, events: begun.events }),
          attempt: version => call(changeWebhook, { params: { id: begun.id }, body: { ...changed, version } }),
        }),
      ),
    onSuccess: outcome => {
      if (!outcome) return
      if (outcome.sent) showToast({ title: 'Webhook guardado' })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  return (
    <>
      <FormModal
        opened
        onClose={onClose}
        title="Cambiar el webhook"
        onSubmit={() => {
          const wrong = faultsOf(values)
          setErrors(wrong)
          if (Object.keys(wrong).length > 0) return
          if (dirty) saving.mutate()
          else onClose()
        }}
        submitLabel="Guardar"
        loading={saving.isPending}
        submitError={saving.error && Object.keys(errors).length === 0 ? messageOf(saving.error) : null}
        dirty={dirty}
        size={640}
      >
        <LeaveQuestion unfinished={dirty} />
        <WebhookFields values={values} onChange={setValues} errors={errors} />
      </FormModal>
      {conflict.window}
      {proved.dialog}
    </>
  )
}
