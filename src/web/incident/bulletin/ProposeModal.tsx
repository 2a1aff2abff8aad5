import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { BULLETIN_TEXT_MAX, bulletinTextErrors } from '#domain/incident/bulletin/bulletin.ts'
import type { ProposalWire } from '#domain/incident/bulletin/contract.ts'
import { proposeBulletin } from '#domain/incident/bulletin/contract.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Props = { incidentId: string; proposal: ProposalWire | null; onClose: () => void }

/** The text that a provider proposes for the next bulletin about itself (AFFECT-07). */
export function ProposeModal({ incidentId, proposal, onClose }: Props) {
  const [text, setText] = useState(proposal?.text ?? '')
  const [errors, setErrors] = useState<FieldErrors>({})
  const saving = useListWrite({
    mutationFn: () =>
      call(proposeBulletin, { params: { id: incidentId }, body: { text, version: proposal?.version ?? 0 } }),
    onSuccess: () => {
      showToast({ title: 'Propuesta enviada', text: 'El CCI decide si la publica, tal cual o con cambios.' })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Proponer un comunicado"
      onSubmit={() => {
        const wrong = bulletinTextErrors(text.trim())
        setErrors(wrong)
        if (Object.keys(wrong).length === 0) saving.mutate()
      }}
      submitLabel="Enviar al CCI"
      loading={saving.isPending}
      submitError={saving.error && !errors.text ? messageOf(saving.error) : null}
      dirty={text !== (proposal?.text ?? '')}
      size={640}
    >
      <p className="dim">El CCI lo publica, con cambios o sin ellos, para las entidades a las que afecta.</p>
      <CountedTextarea
        label="Texto propuesto"
        autosize
        minRows={4}
        value={text}
        onChange={value => {
          setText(value)
          setErrors({})
        }}
        count={characterCount(text)}
        max={BULLETIN_TEXT_MAX}
        error={errors.text}
        required
        data-autofocus
      />
    </FormModal>
  )
}
