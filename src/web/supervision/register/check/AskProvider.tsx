import { IconSend } from '@tabler/icons-react'
import { sentence } from '#domain/messages.ts'
import type { LintWire } from '#domain/supervision/register/contract.ts'
import { askProvider } from '#domain/supervision/register/contract.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

/** 'Pedir al proveedor': it hears that its clients need its data, and not which (DORA-20). */
export function AskProvider({ provider }: { provider: LintWire['providers'][number] }) {
  const { id, name, asked } = provider
  const asking = useListWrite({
    mutationFn: () => call(askProvider, { body: { providerId: id } }),
    onSuccess: () =>
      showToast({ title: 'Datos pedidos', text: `${name} recibe un aviso que no dice qué entidad los pide.` }),
    onError: error => showError(messageOf(error)),
  })
  return (
    <ActionButton
      size="xs"
      leftSection={<IconSend />}
      loading={asking.isPending}
      blocked={asked ? sentence('askedAlready') : null}
      reason="beside"
      onClick={() => asking.mutate()}
    >
      Pedir al proveedor<span className="vh"> {name}</span>
    </ActionButton>
  )
}
