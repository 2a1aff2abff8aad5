import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { FindingWire } from '#domain/assessment/finding/contract.ts'
import { changeFinding } from '#domain/assessment/finding/contract.ts'
import { isPostponed, planErrors } from '#domain/assessment/finding/finding.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { findingMachine } from '#domain/states/finding.ts'
import { call } from '#web/api/api.ts'
import { noPlan, PlanFields } from '#web/assessment/finding/PlanFields.tsx'
import type { BulkAct } from '#web/list/bulk/BulkBar.tsx'
import { useMe } from '#web/session/useMe.ts'

/** Plans the selected findings with one measure (FIND-10). */
export function usePlanMany(rows: readonly FindingWire[]): BulkAct<FindingWire> {
  const { today } = useMe()
  const [values, setValues] = useState(noPlan)
  const [errors, setErrors] = useState<FieldErrors>({})
  const day = values.dueOn || null
  const asksReason = day !== null && rows.some(row => isPostponed(row.dueOn, day))
  return {
    key: 'plan',
    label: t('Planificar'),
    icon: <IconCalendarPlus />,
    consequence: t('Todos tendrán la misma medida, el mismo responsable y la misma fecha.'),
    form: (
      <PlanFields
        values={values}
        onChange={changes => {
          setValues({ ...values, ...changes })
          setErrors({})
        }}
        errors={errors}
        asksReason={asksReason}
      />
    ),
    isReady: () => {
      const found: FieldErrors = planErrors({ ...values, dueOn: day }, today)
      if (asksReason && values.reason.trim() === '') found.reason = sentence('findingReasonMissing')
      setErrors(found)
      return Object.keys(found).length === 0
    },
    refusal: row => (findingMachine.is.plannable(row.status) ? null : sentence('findingClosed')),
    act: row => {
      const { measure, ownerName, dueOn, reason } = values
      const why = isPostponed(row.dueOn, dueOn) ? { reason } : {}
      return call(changeFinding, {
        params: { id: row.id },
        body: { move: 'plan', measure, ownerName, dueOn, ...why, version: row.version },
      })
    },
  }
}
