import { useState } from 'react'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { changeUse } from '#domain/supervision/use/contract.ts'
import { withStop } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useMe } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

/** Ends the use of a service on a day, or brings it back (LEVEL-03). */
export function EndUseModal({ use, onClose }: { use: UseWire; onClose: () => void }) {
  const { today } = useMe()
  const isOver = use.until !== null
  const [until, setUntil] = useState<string | null>(today)
  const saving = useListWrite({
    mutationFn: () =>
      call(changeUse, { params: { id: use.id }, body: { until: isOver ? null : until, version: use.version } }),
    onSuccess: () => {
      showToast({ title: isOver ? 'Uso recuperado' : 'Uso terminado', text: use.service })
      onClose()
    },
  })
  const fault = saving.error instanceof ApiError ? saving.error.fields.until : undefined
  return (
    <FormModal
      opened
      onClose={onClose}
      title={isOver ? 'Recuperar el uso del servicio' : 'Terminar el uso del servicio'}
      onSubmit={() => saving.mutate()}
      submitLabel={isOver ? 'Recuperar' : 'Terminar'}
      loading={saving.isPending}
      submitError={saving.error && !fault ? messageOf(saving.error) : null}
    >
      <p>
        {use.service}, de {withStop(use.provider)}{' '}
        {isOver
          ? 'Volverá a la lista de los servicios que utiliza, con lo que exigía.'
          : 'Sale de la lista y de los avisos. Queda entre los terminados, con su historia.'}
      </p>
      {isOver ? null : (
        <DateField
          label="Último día de uso"
          value={until}
          onChange={setUntil}
          max={today}
          min={use.since ?? undefined}
          error={fault}
          required
        />
      )}
    </FormModal>
  )
}
