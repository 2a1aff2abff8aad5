import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WebhookWire } from '#domain/integration/webhook/contract.ts'
import {
  changeWebhook,
  exportWebhooks,
  listDeliveries,
  pingWebhook,
  readWebhook,
  removeWebhook,
  renewSecret,
} from '#domain/integration/webhook/contract.ts'
import { factsOfWebhook } from '#domain/integration/webhook/facts.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

type Then = { onRenewed: () => void; onRemoved: () => void }

/** What a webhook's page does with it; the caller renders `windows`. */
export function useWebhook({ id, version, status }: WebhookWire, { onRenewed, onRemoved }: Then) {
  const client = useQueryClient()
  const proved = useRecentAuth()
  const conflict = useConflict()
  const params = { id }
  const onSettled = () =>
    Promise.all(
      [readWebhook, listDeliveries, exportWebhooks.list].map(({ name }) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    )
  const onError = (error: unknown) => showError(messageOf(error))
  const pinging = useMutation({
    mutationFn: () => call(pingWebhook, { params }),
    onSuccess: () => showToast({ title: 'Prueba enviada', text: 'Abajo verá si su sistema la acepta.' }),
    onError,
    onSettled,
  })
  const enabling = useMutation({
    mutationFn: () =>
      proved.run(() =>
        conflict.send({
          version,
          base: factsOfWebhook({ status }),
          attempt: now => call(changeWebhook, { params, body: { status: 'ACTIVE', version: now } }),
        }),
      ),
    onSuccess: outcome => {
      if (outcome?.sent) {
        showToast({ title: 'Webhook activado', text: 'Lo que no llegó no se envía solo: envíelo otra vez.' })
      }
    },
    onError,
    onSettled,
  })
  const renewing = useMutation({
    mutationFn: () => proved.run(() => call(renewSecret, { params })),
    onSuccess: renewed => renewed && onRenewed(),
    onSettled,
  })
  const removing = useMutation({
    mutationFn: () => proved.does(() => call(removeWebhook, { params })),
    onSuccess: removed => {
      if (!removed) return
      showToast({ title: 'Webhook quitado' })
      // It is gone: reading it again would only say so.
      client.removeQueries({ queryKey: queryOptions(readWebhook, { params }).queryKey })
      onRemoved()
    },
  })
  const windows = (
    <>
      {conflict.window}
      {proved.dialog}
    </>
  )
  return { pinging, enabling, renewing, removing, windows }
}
