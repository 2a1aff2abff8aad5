import { IconSignature } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listReliance, signReliance } from '#domain/supervision/reliance/contract.ts'
import { conclusionLabels } from '#domain/supervision/reliance/file.ts'
import { formatDay } from '#domain/values/day.ts'
import { withStop } from '#domain/values/text.ts'
import { call, messageOf } from '#web/api/api.ts'
import type { Writing } from '#web/supervision/reliance/useWriting.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'

type Props = { opened: boolean; onClose: () => void; writing: Writing; onDone: () => Promise<void> }

/** Asks the principal user before the signature, which cannot be taken back (RELY-07). */
export function SignFile({ opened, onClose, writing, onDone }: Props) {
  const client = useQueryClient()
  const { file, written } = writing
  const sign = useMutation({
    mutationFn: async () => {
      const version = await writing.flush()
      if (version === null) throw new Error('No se ha podido guardar lo último. Vuelva a intentarlo.')
      return call(signReliance, { params: { id: file.id }, body: { version } })
    },
    onSuccess: async () => {
      await Promise.all([onDone(), client.invalidateQueries({ queryKey: [listReliance.name] })])
      onClose()
      showNotice('Expediente firmado. Ya puede descargarlo.')
    },
  })
  const { subject, previous } = file
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title="Firmar el expediente"
      icon={<IconSignature />}
      confirmLabel="Firmar"
      consequence={`Lo firmado no cambia: queda con lo que consta hoy en el portal y con su huella.${
        previous ? ` Sustituye al n.º ${previous.number}.` : ''
      }`}
      loading={sign.isPending}
      submitError={sign.error ? messageOf(sign.error) : null}
      onConfirm={() => sign.mutate()}
    >
      <p>
        <b>{subject.service}</b>, de {withStop(subject.provider)}
      </p>
      <p>
        {written.conclusion ? conclusionLabels[written.conclusion] : ''}. Se revisa como muy tarde el{' '}
        {written.reviewOn ? formatDay(written.reviewOn) : ''}.
      </p>
    </ConfirmModal>
  )
}
