import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { withThoseBelow } from '#domain/participant/chain/chain.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { changeSubcontract } from '#domain/participant/chain/contract.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useUrgency } from '#web/participant/chain/useUrgency.tsx'
import { useMe } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { Words } from '#web/ui/language/Words.tsx'

type Props = { row: SubcontractWire; rows: readonly SubcontractWire[]; onClose: () => void }

/** Ends a subcontract on a day, or drops one that has not begun; what works for it ends too (CHAIN-05). */
export function EndModal({ row, rows, onClose }: Props) {
  const { today } = useMe()
  const isPlan = row.since > today
  const [until, setUntil] = useState<string | null>(isPlan ? today : row.until)
  const urgency = useUrgency()
  const [errors, setErrors] = useState<FieldErrors>({})
  const clear = () => setErrors({})
  const below = withThoseBelow(rows, row.id).length - 1
  const saving = useListWrite({
    mutationFn: () =>
      call(changeSubcontract, {
        params: { id: row.id },
        body: { until, ...urgency.body, version: row.version },
      }),
    onSuccess: () => {
      showToast({ title: isPlan ? t('Previsión descartada') : t('Fin anotado'), text: row.company.name })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? urgency.faultsOf(error) : {}),
  })
  const submit = () => {
    if (!until) return setErrors({ until: t('Elija un día') })
    saving.mutate()
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={isPlan ? t('Descartar lo previsto') : t('Terminar la subcontratación')}
      onSubmit={submit}
      submitLabel={isPlan ? t('Descartar') : t('Terminar')}
      loading={saving.isPending}
      submitError={saving.error && !Object.values(errors).some(Boolean) ? messageOf(saving.error) : null}
    >
      <p>
        <Words of={t('{0}, que trabaja para {1}.')}>
          <b>{row.company.name}</b>
          {row.recipient}
        </Words>{' '}
        {isPlan ? t('No llegará a empezar.') : t('Queda entre las terminadas: nada de lo declarado se borra.')}
        {below === 0
          ? ''
          : below === 1
            ? t(' Con ella termina la empresa que trabaja para ella.')
            : t` Con ella terminan las ${below} empresas que trabajan para ella.`}
      </p>
      {isPlan ? null : (
        <DateField
          label={t('Último día')}
          value={until}
          onChange={day => {
            setUntil(day)
            clear()
          }}
          min={row.since}
          error={errors.until}
          required
        />
      )}
      {urgency.field(errors, clear)}
    </FormModal>
  )
}
