import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { ClockMoments } from '#domain/incident/bulletin/clock.ts'
import { deadlinesOf } from '#domain/incident/bulletin/clock.ts'
import type { BulletinWire } from '#domain/incident/bulletin/contract.ts'
import { setImpactClock } from '#domain/incident/bulletin/contract.ts'
import { momentLabels, moments } from '#domain/incident/bulletin/facts.ts'
import { instantOf, momentErrors, momentOf } from '#domain/incident/moment.ts'
import { bulletinMachine } from '#domain/states/bulletin.ts'
import { formatInstant } from '#domain/values/day.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import { MomentField } from '#web/ui/form/MomentField.tsx'
import { portalNow } from '#web/ui/time/clock.ts'
import { relativeText } from '#web/ui/time/dates.ts'
import classes from './bulletin.module.css'

const deadlineLabels = {
  initial: 'Notificación inicial',
  intermediate: 'Informe intermedio',
  final: 'Informe final',
} as const

type Typed = Record<keyof ClockMoments, string>
/** A new clock begins when the first bulletin reached the bank (EXP-06). */
const typedOf = ({ clock, publishedAt, phase }: BulletinWire): Typed => ({
  awareAt: momentOf(clock ? clock.awareAt : bulletinMachine.is.first(phase) ? publishedAt : null),
  classifiedAt: momentOf(clock?.classifiedAt ?? null),
  initialSentAt: momentOf(clock?.initialSentAt ?? null),
  intermediateSentAt: momentOf(clock?.intermediateSentAt ?? null),
})
const momentsOf = (typed: Typed): ClockMoments => ({
  awareAt: instantOf(typed.awareAt),
  classifiedAt: instantOf(typed.classifiedAt),
  initialSentAt: instantOf(typed.initialSentAt),
  intermediateSentAt: instantOf(typed.intermediateSentAt),
})

/** The aid that counts a bank's own deadlines of notification (AFFECT-11, AFFECT-12). */
export function ClockModal({ bulletin, onClose }: { bulletin: BulletinWire; onClose: () => void }) {
  const [typed, setTyped] = useState(() => typedOf(bulletin))
  const [errors, setErrors] = useState<FieldErrors>({})
  const deadlines = deadlinesOf(momentsOf(typed), bulletin.holidays ?? [])
  const saving = useListWrite({
    mutationFn: () =>
      call(setImpactClock, {
        params: { id: bulletin.id },
        body: { ...momentsOf(typed), version: bulletin.clock?.version ?? 0 },
      }),
    onSuccess: () => {
      showToast({ title: 'Plazos guardados', text: bulletin.providerName })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const isNamed = Object.values(errors).some(Boolean)
  const textOf = (deadline: string | null) =>
    deadline ? `${formatInstant(deadline)} (${relativeText(deadline, portalNow())})` : '—'
  return (
    <FormModal
      opened
      onClose={onClose}
      title="Plazos de notificación"
      onSubmit={() => {
        const wrong = momentErrors(typed)
        setErrors(wrong)
        if (Object.keys(wrong).length === 0) saving.mutate()
      }}
      submitLabel="Guardar"
      loading={saving.isPending}
      submitError={saving.error && !isNamed ? messageOf(saving.error) : null}
      dirty={JSON.stringify(typed) !== JSON.stringify(typedOf(bulletin))}
      size={640}
    >
      <Message kind="info" title="Es una ayuda">
        Cuenta los plazos del Reglamento Delegado (UE) 2025/301 desde los momentos que usted escriba, en hora de Madrid.
        No notifica nada ni sustituye a su procedimiento. Solo su entidad lo lee. Si no puede cumplir un plazo, avise a
        la autoridad antes de que venza y diga por qué.
      </Message>
      <div className={classes.moments}>
        {moments.map(moment => (
          <MomentField
            key={moment}
            label={momentLabels[moment]}
            value={typed[moment]}
            error={errors[moment]}
            onChange={value => {
              setTyped({ ...typed, [moment]: value })
              setErrors({ ...errors, [moment]: '' })
            }}
          />
        ))}
      </div>
      <section aria-label="Plazos">
        <p className="label">SUS PLAZOS</p>
        <DescriptionList
          facts={(['initial', 'intermediate', 'final'] as const).map(each => ({
            label: deadlineLabels[each],
            value: textOf(deadlines[each]),
          }))}
        />
      </section>
    </FormModal>
  )
}
