import { TextInput } from '@mantine/core'
import { findingLimits } from '#domain/assessment/finding/finding.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { addDays } from '#domain/values/day.ts'
import { characterCount } from '#domain/values/text.ts'
import { useMe } from '#web/session/useMe.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'

/** A plan as it is typed; '' where nothing is. */
export type PlanValues = { measure: string; ownerName: string; dueOn: string; reason: string }
export const noPlan: PlanValues = { measure: '', ownerName: '', dueOn: '', reason: '' }

type Props = {
  values: PlanValues
  onChange: (changes: Partial<PlanValues>) => void
  errors: FieldErrors
  /** The new day is later than the one before, or may be. */
  asksReason: boolean
  autoFocus?: boolean
}

/** Measure, who answers for it and until when (FIND-04). */
export function PlanFields({ values, onChange, errors, asksReason, autoFocus }: Props) {
  const { today } = useMe()
  return (
    <>
      <CountedTextarea
        label={t('Medida')}
        description={t('Qué se hará para corregirlo. Lo leen el evaluador y el CCI; las entidades, no.')}
        autosize
        minRows={3}
        value={values.measure}
        onChange={measure => onChange({ measure })}
        count={characterCount(values.measure)}
        max={findingLimits.measure.max}
        error={errors.measure}
        required
        data-autofocus={autoFocus || undefined}
      />
      <TextInput
        label={t('Responsable')}
        autoComplete="off"
        maxLength={findingLimits.ownerName}
        value={values.ownerName}
        onChange={event => onChange({ ownerName: event.currentTarget.value })}
        error={errors.ownerName}
        required
      />
      <DateField
        label={t('Fecha prevista')}
        value={values.dueOn || null}
        onChange={day => onChange({ dueOn: day ?? '' })}
        min={addDays(today, 1)}
        error={errors.dueOn}
        required
      />
      {asksReason ? (
        <CountedTextarea
          label={t('Por qué se retrasa')}
          autosize
          minRows={2}
          value={values.reason}
          onChange={reason => onChange({ reason })}
          count={characterCount(values.reason)}
          max={findingLimits.reason}
          error={errors.reason}
          required
        />
      ) : null}
    </>
  )
}
