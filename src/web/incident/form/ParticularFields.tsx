import { MultiSelect, Select } from '@mantine/core'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { incidentFieldLabels } from '#domain/incident/facts.ts'
import type { IncidentKind, Severity } from '#domain/incident/particulars.ts'
import { incidentKindLabels, incidentKinds, severities, severityLabels } from '#domain/incident/particulars.ts'
import { t } from '#domain/language/translate.ts'
import { useProviderServices } from '#web/incident/bulletin/useProviderServices.ts'
import type { TypedParticulars } from '#web/incident/form/particulars.ts'
import { MomentField } from '#web/ui/form/MomentField.tsx'
import classes from './IncidentForm.module.css'

const optionsOf = <Key extends string>(keys: readonly Key[], labels: Record<Key, string>) =>
  keys.map(value => ({ value, label: t(labels[value]) }))

type Props = {
  providerId: string
  values: TypedParticulars
  onChange: (values: TypedParticulars) => void
  errors: FieldErrors
  readOnly?: boolean
}

/** What an incident may say besides its words; all of it is optional (AFFECT-01). */
export function ParticularFields({ providerId, values, onChange, errors, readOnly = false }: Props) {
  const services = useProviderServices(providerId)
  const set = (change: Partial<TypedParticulars>) => onChange({ ...values, ...change })
  return (
    <div className={classes.particulars}>
      <MultiSelect
        label={incidentFieldLabels.services}
        placeholder={values.services.length > 0 || services.length === 0 ? undefined : t('Sin indicar')}
        data={services}
        value={values.services}
        onChange={chosen => set({ services: chosen })}
        error={errors.services}
        readOnly={readOnly}
        nothingFoundMessage={t('El proveedor no tiene servicios')}
      />
      <Select
        label={incidentFieldLabels.severity}
        placeholder={t('Sin indicar')}
        clearable={!readOnly}
        data={optionsOf(severities, severityLabels)}
        value={values.severity}
        onChange={value => set({ severity: value as Severity | null })}
        readOnly={readOnly}
      />
      <Select
        label={incidentFieldLabels.kind}
        placeholder={t('Sin indicar')}
        clearable={!readOnly}
        data={optionsOf(incidentKinds, incidentKindLabels)}
        value={values.kind}
        onChange={value => set({ kind: value as IncidentKind | null })}
        readOnly={readOnly}
      />
      {(['startedAt', 'detectedAt', 'endedAt'] as const).map(field => (
        <MomentField
          key={field}
          label={t(incidentFieldLabels[field])}
          value={values[field]}
          onChange={value => set({ [field]: value })}
          error={errors[field]}
          readOnly={readOnly}
        />
      ))}
    </div>
  )
}
