import { NativeSelect, Select } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { ServiceFactsWire } from '#domain/participant/company/contract.ts'
import { readServiceFacts, saveServiceFacts } from '#domain/participant/company/contract.ts'
import { factsOfService, typeText } from '#domain/participant/company/facts.ts'
import { ictTypes } from '#domain/participant/company/ict-type.ts'
import { type FactsIctType, NO_ICT } from '#domain/participant/company/service-facts.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { CountriesField, countryCodes } from '#web/participant/company/CountryFields.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const types: readonly FactsIctType[] = [...ictTypes, NO_ICT]

const valuesOf = (facts: ServiceFactsWire) => ({
  ictType: facts.ictType ?? '',
  provisionCountries: facts.provisionCountries.join(','),
  holdsData: facts.holdsData === null ? '' : facts.holdsData ? 'YES' : 'NO',
  storageCountries: facts.storageCountries.join(','),
  processingCountries: facts.processingCountries.join(','),
})
type Values = ReturnType<typeof valuesOf>

const fieldsOf = (values: Values) => ({
  ictType: (values.ictType || null) as FactsIctType | null,
  provisionCountries: countryCodes(values.provisionCountries),
  holdsData: values.holdsData === '' ? null : values.holdsData === 'YES',
  storageCountries: countryCodes(values.storageCountries),
  processingCountries: countryCodes(values.processingCountries),
})

type Props = { providerId: string; facts: ServiceFactsWire; onClose: () => void }

/** What a provider says of a service for its clients' registers (DORA-01, DORA-06). */
export function ServiceFactsModal({ providerId, facts, onClose }: Props) {
  const edit = useEdit({ version: facts.version, saved: valuesOf(facts) })
  const [errors, setErrors] = useState<FieldErrors>({})
  const { values } = edit
  const change = (changes: Partial<Values>) => {
    edit.change(changes)
    setErrors({})
  }
  const params = { id: providerId, serviceId: facts.serviceId }
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: (typed, version) => call(saveServiceFacts, { params, body: { ...fieldsOf(typed), version } }),
        valuesOf,
        facts: typed => factsOfService(fieldsOf(typed as Values)),
        read: () => call(readServiceFacts, { params }),
      }),
    onSuccess: saved => {
      if (!saved) return
      if (!saved.taken) showToast({ title: t('Datos del servicio guardados'), text: facts.service })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const isIct = values.ictType !== NO_ICT
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Datos del servicio para el registro')}
      size={720}
      onSubmit={() => saving.mutate()}
      submitLabel={t('Guardar')}
      loading={saving.isPending}
      submitError={saving.error && !Object.values(errors).some(Boolean) ? messageOf(saving.error) : null}
      dirty={edit.dirty}
    >
      <LeaveQuestion unfinished={edit.dirty} />
      <p>
        <b>{facts.service}</b>
      </p>
      <Select
        label={t('Tipo de servicio TIC')}
        description={t('El de la lista del registro europeo. Si no es TIC, dígalo: no entra en el registro.')}
        placeholder={t('Elija un tipo')}
        searchable
        clearable
        nothingFoundMessage={t('Nada coincide')}
        data={types.map(value => ({ value, label: typeText(value) }))}
        value={values.ictType || null}
        onChange={ictType => change({ ictType: ictType ?? '' })}
        error={errors.ictType}
        data-autofocus
        openOnFocus={false}
      />
      {isIct ? (
        <>
          <CountriesField
            label={t('Países desde los que se presta')}
            description={t('Donde trabaja quien presta el servicio.')}
            value={values.provisionCountries}
            onChange={provisionCountries => change({ provisionCountries })}
            error={errors.provisionCountries}
          />
          <NativeSelect
            label={t('Guarda datos')}
            description={t('Si el servicio conserva datos de la entidad o de sus clientes.')}
            value={values.holdsData}
            onChange={event => change({ holdsData: event.currentTarget.value })}
            data={[
              { value: '', label: t('Sin dato') },
              { value: 'YES', label: t('Sí') },
              { value: 'NO', label: t('No') },
            ]}
            error={errors.holdsData}
          />
          <CountriesField
            label={t('Países donde se guardan los datos')}
            description={t('Donde están los datos en reposo, copias incluidas.')}
            value={values.storageCountries}
            onChange={storageCountries => change({ storageCountries })}
            error={errors.storageCountries}
          />
          <CountriesField
            label={t('Países donde se tratan los datos')}
            description={t('Desde donde se accede a ellos o se procesan.')}
            value={values.processingCountries}
            onChange={processingCountries => change({ processingCountries })}
            error={errors.processingCountries}
          />
        </>
      ) : null}
      {edit.window}
    </FormModal>
  )
}
