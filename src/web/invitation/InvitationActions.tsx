import { IconMailOff, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '#domain/identity/roles.ts'
import type { InvitationWire } from '#domain/invitation/contract.ts'
import { changeInvitation } from '#domain/invitation/contract.ts'
import { decideSendAgain, decideWithdrawal, temporaryPassword } from '#domain/invitation/invitation.ts'
import { sentence } from '#domain/messages.ts'
import type { Decision } from '#domain/states/machine.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import type { BulkAct } from '#web/list/bulk/BulkBar.tsx'
import { useMe } from '#web/session/useMe.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { RowActions } from '#web/ui/table/RowActions.tsx'

type Change = 'again' | 'withdraw'
const target = { again: 'PENDING', withdraw: 'REJECTED' } as const
const done = { again: 'Invitación enviada otra vez', withdraw: 'Invitación retirada' }

const reasonOf = (decision: Decision<string>) => (decision.ok ? null : sentence(decision.reason))

const againRefusal = ({ status }: InvitationWire, role: Role) =>
  reasonOf(decideSendAgain(status, { documentationSent: false }, role))
const withdrawalRefusal = ({ status }: InvitationWire, role: Role) => reasonOf(decideWithdrawal(status, role))
const changed = (id: string, change: Change) =>
  call(changeInvitation, { params: { id }, body: { status: target[change] } })

/** The same acts on the selected invitations. */
export const invitationActs = (role: Role): BulkAct<InvitationWire>[] => [
  {
    key: 'again',
    label: 'Enviar otra vez',
    icon: <IconSend />,
    consequence: `Quien no haya elegido su contraseña recibirá ${temporaryPassword()}; la anterior deja de servir. Los demás, un recordatorio.`,
    refusal: row => againRefusal(row, role),
    act: ({ id }) => changed(id, 'again'),
  },
  {
    key: 'withdraw',
    label: 'Retirar',
    icon: <IconMailOff />,
    consequence: 'Sus contraseñas dejan de servir al momento. Puede enviarlas otra vez cuando quiera.',
    danger: true,
    refusal: row => withdrawalRefusal(row, role),
    act: ({ id }) => changed(id, 'withdraw'),
  },
]

/** Resends or withdraws an invitation after a confirmation; explains why an action is unavailable (D6). */
export function InvitationActions({ invitation }: { invitation: InvitationWire }) {
  const { id, email, passwordChosen } = invitation
  const role = useMe().role.key
  const refresh = useRefreshInvitations()
  const [asked, setAsked] = useState<Change | null>(null)
  const changing = useMutation({
    mutationFn: (change: Change) => changed(id, change),
    onSuccess: (_answer, change) => {
      showToast({ title: done[change], text: email })
      setAsked(null)
      return refresh()
    },
  })
  const ask = (change: Change) => {
    changing.reset()
    setAsked(change)
  }
  const question = {
    opened: asked !== null,
    onClose: () => setAsked(null),
    loading: changing.isPending,
    submitError: changing.error ? messageOf(changing.error) : null,
  }
  return (
    <>
      <RowActions
        of={email}
        actions={[
          {
            label: `Enviar otra vez la invitación a ${email}`,
            icon: <IconSend />,
            blocked: againRefusal(invitation, role),
            onClick: () => ask('again'),
          },
          {
            label: `Retirar la invitación de ${email}`,
            icon: <IconMailOff />,
            blocked: withdrawalRefusal(invitation, role),
            onClick: () => ask('withdraw'),
          },
        ]}
      />
      <ConfirmModal
        {...question}
        opened={asked === 'again'}
        title="Enviar otra vez la invitación"
        consequence={
          passwordChosen
            ? 'Ya eligió su contraseña y la conserva. Recibirá un recordatorio, que dice también cómo recuperarla.'
            : `Recibirá ${temporaryPassword()}. La anterior deja de servir.`
        }
        onConfirm={() => changing.mutate('again')}
        confirmLabel="Enviar otra vez"
        icon={<IconSend />}
      >
        ¿Enviar otra vez la invitación a <b>{email}</b>?
      </ConfirmModal>
      <ConfirmModal
        {...question}
        opened={asked === 'withdraw'}
        title="Retirar la invitación"
        consequence="Su contraseña deja de servir al momento. Puede enviarla otra vez cuando quiera."
        onConfirm={() => changing.mutate('withdraw')}
        confirmLabel="Retirar"
        icon={<IconMailOff />}
        danger
      >
        ¿Retirar la invitación de <b>{email}</b>?
      </ConfirmModal>
    </>
  )
}
