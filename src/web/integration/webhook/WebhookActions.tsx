import { Button, Menu } from '@mantine/core'
import { IconDots, IconEdit, IconKey, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookWire } from '#domain/integration/webhook/contract.ts'
import { sentence } from '#domain/messages.ts'
import { webhookMachine } from '#domain/states/integration.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { ChangeWebhook } from '#web/integration/webhook/ChangeWebhook.tsx'
import { ShownSecret } from '#web/integration/webhook/ShownSecret.tsx'
import { useWebhook } from '#web/integration/webhook/useWebhook.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'

/** What can be done with a webhook: a test, its address and events, its secret, and its end (HOOK-07, HOOK-13). */
export function WebhookActions({ webhook }: { webhook: WebhookWire }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'change' | 'renew' | 'remove' | null>(null)
  const close = () => setAsked(null)
  const { pinging, enabling, renewing, removing, windows } = useWebhook(webhook, {
    onRenewed: close,
    onRemoved: () => void navigate({ to: paths.integrations() }),
  })
  const { status } = webhook
  const mayEnable = decideByStatus(webhookMachine, 'enable', status, 'ENTITY').ok
  return (
    <div className="row wrap">
      {mayEnable ? (
        <ActionButton
          size="xs"
          variant="filled"
          leftSection={<IconPlayerPlay />}
          loading={enabling.isPending}
          onClick={() => enabling.mutate()}
        >
          Activar
        </ActionButton>
      ) : null}
      <ActionButton
        size="xs"
        reason="tooltip"
        leftSection={<IconSend />}
        blocked={webhookMachine.is.listening(status) ? null : sentence('webhookInactive')}
        loading={pinging.isPending}
        onClick={() => pinging.mutate()}
      >
        Enviar prueba
      </ActionButton>
      <Button size="xs" leftSection={<IconEdit />} onClick={() => setAsked('change')}>
        Cambiar
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton size={36} label="Más acciones del webhook" icon={<IconDots />} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey />} onClick={() => setAsked('renew')}>
            Renovar el secreto
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash />} color="red" onClick={() => setAsked('remove')}>
            Quitar el webhook
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'change' ? <ChangeWebhook webhook={webhook} onClose={close} /> : null}
      <ConfirmModal
        opened={asked === 'renew'}
        onClose={close}
        title="Renovar el secreto"
        consequence="El anterior firma también durante 24 horas: cambie el de su sistema en ese tiempo."
        onConfirm={() => renewing.mutate()}
        confirmLabel="Renovar"
        loading={renewing.isPending}
        submitError={renewing.error ? messageOf(renewing.error) : null}
      >
        ¿Dar al webhook un secreto nuevo?
      </ConfirmModal>
      <ConfirmModal
        opened={asked === 'remove'}
        onClose={close}
        title="Quitar el webhook"
        consequence="Su sistema deja de enterarse, y se borran sus entregas."
        onConfirm={() => removing.mutate()}
        confirmLabel="Quitar"
        danger
        loading={removing.isPending}
        submitError={removing.error ? messageOf(removing.error) : null}
      >
        ¿Quitar el webhook de <b>{webhook.url}</b>?
      </ConfirmModal>
      {renewing.data ? (
        <ShownSecret title="Secreto renovado" secret={renewing.data.secret} onKept={renewing.reset} />
      ) : null}
      {windows}
    </div>
  )
}
