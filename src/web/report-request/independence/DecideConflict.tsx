import { Radio } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { DeclarationWire } from '#domain/report-request/independence/contract.ts'
import { decideIndependence } from '#domain/report-request/independence/contract.ts'
import { DECISION_REASON } from '#domain/report-request/independence/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { characterCount, withStop } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { Conflict } from '#web/report-request/independence/Conflict.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

type Props = { validation: ValidationWire; declaration: DeclarationWire; onClose: () => void }
type Decision = 'ADMITTED' | 'REFUSED'

const { is } = independenceMachine

/** CCI admits an evaluator with a possible conflict, or does not (SEAL-04). */
export function DecideConflict({ validation, declaration, onClose }: Props) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const deciding = useListWrite({
    mutationFn: (chosen: Decision) =>
      call(decideIndependence, {
        params: { id: validation.id },
        body: { decision: chosen, reason: reason.trim(), version: declaration.version },
      }),
    onSuccess: () => {
      showToast({
        title: is.admitted(decision) ? 'Evaluador admitido' : 'Evaluador no admitido',
        text: is.admitted(decision)
          ? 'Las entidades leen el motivo junto a la calificación.'
          : 'El proveedor y el evaluador han recibido el motivo.',
      })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const short = characterCount(reason.trim()) < DECISION_REASON.min
    const wrong: FieldErrors = {
      ...(decision ? {} : { decision: 'Elija si lo admite' }),
      ...(short ? { reason: `Escriba al menos ${DECISION_REASON.min} caracteres` } : {}),
    }
    setErrors(wrong)
    if (decision && Object.keys(wrong).length === 0) deciding.mutate(decision)
  }
  const isNamed = Object.values(errors).some(Boolean)
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Posible conflicto del evaluador"
      onSubmit={submit}
      submitLabel="Decidir"
      loading={deciding.isPending}
      submitError={deciding.error && !isNamed ? messageOf(deciding.error) : null}
      dirty={reason !== '' || decision !== null}
    >
      <p>
        {validation.audit} declara un posible conflicto para evaluar «{validation.service}», de{' '}
        {withStop(validation.nameGenericEntity)}
      </p>
      <Conflict of={declaration} />
      <Radio.Group
        label="Decisión"
        value={decision ?? ''}
        onChange={value => setDecision(value as Decision)}
        error={errors.decision}
      >
        <Radio value="ADMITTED" label="Admitir al evaluador" data-autofocus />
        <Radio value="REFUSED" label="No admitirlo: la solicitud se envía con otro" />
      </Radio.Group>
      <CountedTextarea
        label="Motivo"
        description={
          is.refused(decision)
            ? 'Lo leen el proveedor y el evaluador.'
            : 'Lo lee quien lee la calificación, también las entidades.'
        }
        autosize
        minRows={3}
        value={reason}
        onChange={setReason}
        count={characterCount(reason)}
        max={DECISION_REASON.max}
        error={errors.reason}
        required
      />
    </FormModal>
  )
}
