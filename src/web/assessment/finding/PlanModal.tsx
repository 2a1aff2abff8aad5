import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { changeFinding, listFindings } from '#domain/assessment/finding/contract.ts'
import { planFacts } from '#domain/assessment/finding/facts.ts'
import { isPostponed, planErrors } from '#domain/assessment/finding/finding.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { PlanFields, type PlanValues } from '#web/assessment/finding/PlanFields.tsx'
import { useEdit } from '#web/conflict/useEdit.ts'
import { draftName } from '#web/session/draftKey.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMe } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const valuesOf = ({ own, dueOn }: FindingWire): PlanValues => ({
  measure: own?.measure ?? '',
  ownerName: own?.ownerName ?? '',
  dueOn: dueOn ?? '',
  reason: '',
})

type Props = { finding: FindingWire; onClose: () => void; onSaved: () => unknown }

/** The plan of one finding, kept half written in this tab. */
export function PlanModal({ finding, onClose, onSaved }: Props) {
  const me = useMe()
  const [errors, setErrors] = useState<FieldErrors>({})
  const edit = useEdit({
    version: finding.version,
    saved: valuesOf(finding),
    draft: draftName('finding-plan', me.userId, finding.id),
  })
  const { values } = edit
  const day = values.dueOn || null
  const asksReason = day !== null && isPostponed(finding.dueOn, day)
  const saving = useMutation({
    mutationFn: () =>
      edit.save({
        attempt: ({ measure, ownerName, dueOn, reason }, version) =>
          call(changeFinding, {
            params: { id: finding.id },
            body: { move: 'plan', measure, ownerName, dueOn, ...(reason ? { reason } : {}), version },
          }),
        valuesOf,
        facts: ({ measure, ownerName, dueOn }) => planFacts({ measure, ownerName, dueOn: dueOn || null }),
        read: async () => (await call(listFindings, { query: { id: finding.id } })).content[0] ?? finding,
      }),
    onSuccess: async saved => {
      if (!saved) return
      edit.forget()
      if (!saved.taken) showToast({ title: t('Medida planificada'), text: finding.own?.title })
      await onSaved()
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const found: FieldErrors = planErrors({ ...values, dueOn: day }, me.today)
    if (asksReason && values.reason.trim() === '') found.reason = sentence('findingReasonMissing')
    setErrors(found)
    if (Object.keys(found).length === 0) saving.mutate()
  }
  const isNamed = Object.values(errors).some(Boolean)
  return (
    <FormModal
      opened
      onClose={() => {
        edit.forget()
        onClose()
      }}
      title={t('Planificar la medida')}
      onSubmit={submit}
      submitLabel={t('Guardar la medida')}
      loading={saving.isPending}
      submitError={saving.error && !isNamed ? messageOf(saving.error) : null}
      dirty={edit.dirty}
    >
      <LeaveQuestion unfinished={edit.dirty} />
      <p>
        <b>{finding.own?.title}</b>
        <span className="small dim"> · {finding.service}</span>
      </p>
      <PlanFields
        values={values}
        onChange={changes => {
          edit.change(changes)
          setErrors({})
        }}
        errors={errors}
        asksReason={asksReason}
        autoFocus
      />
      {edit.window}
    </FormModal>
  )
}
