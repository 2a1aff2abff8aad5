import type { ApiKeyWire } from '#domain/integration/key/contract.ts'
import { exportKeys, revokeKey } from '#domain/integration/key/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** Revokes a key, after a question: its system stops at once (HOOK-04). */
export function RevokeKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKeyWire; onClose: () => void }) {
  const proved = useRecentAuth()
  const revoking = useListWrite({
    mutationFn: () => proved.does(() => call(revokeKey, { params: { id }, body: { status: 'REVOKED' } })),
    onSuccess: done => {
      if (!done) return
      showToast({ title: 'Clave revocada', text: name })
      onClose()
    },
    reads: [exportKeys.list.name],
  })
  return (
    <>
      <ConfirmModal
        opened
        onClose={onClose}
        title="Revocar la clave"
        consequence="Deja de valer en el acto y no se puede recuperar. Si el sistema sigue en uso, dele antes otra clave."
        onConfirm={() => revoking.mutate()}
        confirmLabel="Revocar"
        danger
        loading={revoking.isPending}
        submitError={revoking.error ? messageOf(revoking.error) : null}
      >
        ¿Revocar la clave <b>{name}</b>?
      </ConfirmModal>
      {proved.dialog}
    </>
  )
}
