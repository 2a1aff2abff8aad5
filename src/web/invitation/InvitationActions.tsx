import { IconMailOff, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvitationWire } from '#domain/invitation/contract.ts'
import { changeInvitation } from '#domain/invitation/contract.ts'
import { decideSendAgain, decideWithdrawal, TEMPORARY_PASSWORD } from '#domain/invitation/invitation.ts'
import { sentence } from '#domain/messages.ts'
import type { Decision } from '#domain/states/machine.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

type Change = 'again' | 'withdraw'
const target = { again: 'PENDING', withdraw: 'REJECTED' } as const
const done = { again: 'Invitación enviada otra vez', withdraw: 'Invitación retirada' }

const reasonOf = (decision: Decision<string>) => (decision.ok ? null : sentence(decision.reason))

/** Resends or withdraws an invitation after a confirmation; explains why an action is unavailable (D6). */
export function InvitationActions({ invitation }: { invitation: InvitationWire }) {
  const { id, email, status, passwordChosen } = invitation
  const role = useMe().role.key
  const refresh = useRefreshInvitations()
  const [asked, setAsked] = useState<Change | null>(null)
  const changing = useMutation({
    mutationFn: (change: Change) => call(changeInvitation, { params: { id }, body: { status: target[change] } }),
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
      <IconButton
        size={40}
        label={`Enviar otra vez la invitación a ${email}`}
        icon={<IconSend />}
        blocked={reasonOf(decideSendAgain(status, { documentationSent: false }, role))}
        onClick={() => ask('again')}
      />
      <IconButton
        size={40}
        label={`Retirar la invitación de ${email}`}
        icon={<IconMailOff />}
        blocked={reasonOf(decideWithdrawal(status, role))}
        onClick={() => ask('withdraw')}
      />
      <ConfirmModal
        {...question}
        opened={asked === 'again'}
        title="Enviar otra vez la invitación"
        consequence={
          passwordChosen
            ? 'Ya eligió su contraseña y la conserva. Recibirá un recordatorio, que dice también cómo recuperarla.'
            : `Recibirá ${TEMPORARY_PASSWORD}. La anterior deja de servir.`
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
