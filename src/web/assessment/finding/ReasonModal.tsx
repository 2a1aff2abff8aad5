import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { changeFinding } from '#domain/assessment/finding/contract.ts'
import { findingLimits } from '#domain/assessment/finding/finding.ts'
import { msg, t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { characterCount } from '#domain/values/text.ts'
import { call, messageOf } from '#web/api/api.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const words = {
  sendBack: {
    title: msg('Devolver la prueba'),
    label: msg('Qué falta'),
    said: msg('Prueba devuelta'),
    what: msg('El proveedor lo lee y vuelve a probar su medida.'),
  },
  withdraw: {
    title: msg('Retirar el hallazgo'),
    label: msg('Por qué se retira'),
    said: msg('Hallazgo retirado'),
    what: msg('No queda nada que hacer. El hallazgo se conserva con su motivo.'),
  },
} as const

type Props = { finding: FindingWire; move: keyof typeof words; onClose: () => void; onSaved: () => unknown }

/** The reason with which a proof is sent back, or a finding withdrawn. */
export function ReasonModal({ finding, move, onClose, onSaved }: Props) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { title, label, said, what } = words[move]
  const saving = useMutation({
    mutationFn: () =>
      call(changeFinding, { params: { id: finding.id }, body: { move, reason, version: finding.version } }),
    onSuccess: async () => {
      showToast({ title: t(said), text: finding.own?.title })
      await onSaved()
      onClose()
    },
  })
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t(title)}
      onSubmit={() => {
        const isMissing = reason.trim() === ''
        setError(isMissing ? sentence('findingReasonMissing') : null)
        if (!isMissing) saving.mutate()
      }}
      submitLabel={t(title)}
      danger={move === 'withdraw'}
      loading={saving.isPending}
      submitError={saving.error ? messageOf(saving.error) : null}
      dirty={reason !== ''}
    >
      <p>
        <b>{finding.own?.title}</b>
        <span className="small dim"> · {finding.service}</span>
      </p>
      <p className="small dim">{t(what)}</p>
      <CountedTextarea
        label={t(label)}
        autosize
        minRows={3}
        value={reason}
        onChange={value => {
          setReason(value)
          setError(null)
        }}
        count={characterCount(reason)}
        max={findingLimits.reason}
        error={error}
        required
        data-autofocus
      />
    </FormModal>
  )
}
