import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import {
  COMPANY_NAME_MAX,
  OTHER_CODE_MAX,
  otherCodeLabels,
  otherCodeTypes,
  personTypeLabels,
  personTypes,
} from '#domain/participant/company/company.ts'
import type { IdentityWire } from '#domain/participant/company/contract.ts'
import { readRegisterIdentity, saveRegisterIdentity } from '#domain/participant/company/contract.ts'
import { factsOfIdentity } from '#domain/participant/company/facts.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { CountryField } from '#web/participant/company/CountryFields.tsx'
import { PARENT, ParentFields, parentBodyOf, parentErrors, parentOf } from '#web/participant/company/ParentFields.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const valuesOf = (identity: IdentityWire) => ({
  lei: identity.lei ?? '',
  leiRenewalOn: identity.leiRenewalOn ?? '',
  euid: identity.euid ?? '',
  otherCode: identity.otherCode ?? '',
  otherCodeType: identity.otherCodeType ?? '',
  personType: identity.personType ?? '',
  country: identity.country ?? '',
  latinName: identity.latinName,
  parent: identity.parent?.id ?? PARENT.own,
})
type Values = ReturnType<typeof valuesOf>

const fieldsOf = (values: Values) => ({
  lei: values.lei || null,
  leiRenewalOn: values.leiRenewalOn || null,
  euid: values.euid || null,
  otherCode: values.otherCode || null,
  otherCodeType: (values.otherCodeType || null) as IdentityWire['otherCodeType'],
  personType: (values.personType || null) as IdentityWire['personType'],
  country: values.country || null,
  latinName: values.latinName,
})

type Props = { providerId: string; identity: IdentityWire; onClose: () => void }

/** How a provider is named in its clients' registers; each field says what it is for (DORA-01, DORA-06). */
export function IdentityModal({ providerId, identity, onClose }: Props) {
  const edit = useEdit({ version: identity.version, saved: valuesOf(identity) })
  const [parent, setParent] = useState(parentOf())
  const [errors, setErrors] = useState<FieldErrors>({})
  const { values } = edit
  const change = (changes: Partial<Values>) => {
    edit.change(changes)
    setErrors({})
  }
  const params = { id: providerId }
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: (typed, version) =>
          call(saveRegisterIdentity, {
            params,
            body: { ...fieldsOf(typed), ...parentBodyOf(values.parent, parent), version },
          }),
        valuesOf,
        facts: typed => factsOfIdentity(fieldsOf(typed as Values)),
        read: () => call(readRegisterIdentity, { params }),
      }),
    onSuccess: saved => {
      if (!saved) return
      if (!saved.taken) showToast({ title: t('Identificación guardada') })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const found = parentErrors(values.parent, parent)
    setErrors(found)
    if (Object.keys(found).length === 0) saving.mutate()
  }
  const isIndividual = ((values.personType || null) as IdentityWire['personType']) === 'INDIVIDUAL'
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Identificación para el registro')}
      size={720}
      onSubmit={submit}
      submitLabel={t('Guardar')}
      loading={saving.isPending}
      submitError={saving.error && !Object.values(errors).some(Boolean) ? messageOf(saving.error) : null}
      dirty={edit.dirty}
    >
      <LeaveQuestion unfinished={edit.dirty} />
      <CodeFields values={values} onChange={change} errors={errors} />
      <NativeSelect
        label={t('Clase de persona')}
        description={t('El registro distingue empresas de personas que ejercen una actividad.')}
        value={values.personType}
        onChange={event => change({ personType: event.currentTarget.value })}
        data={[
          { value: '', label: t('Sin dato') },
          ...personTypes.map(value => ({ value, label: t(personTypeLabels[value]) })),
        ]}
      />
      {isIndividual || values.otherCode ? <OtherCode values={values} onChange={change} errors={errors} /> : null}
      <CountryField
        label={t('País de la sede')}
        description={t('Donde está domiciliada su organización; el EUID ha de ser de ese país.')}
        value={values.country}
        onChange={country => change({ country })}
        error={errors.country}
      />
      <TextInput
        label={t('Nombre en letras latinas')}
        description={t('Su denominación social sin otros alfabetos, como debe figurar en el registro.')}
        autoComplete="off"
        maxLength={COMPANY_NAME_MAX}
        value={values.latinName}
        onChange={event => change({ latinName: event.currentTarget.value })}
        error={errors.latinName}
      />
      <ParentFields
        value={values.parent}
        onChange={id => change({ parent: id })}
        known={identity.parent}
        company={parent}
        onCompany={changes => {
          setParent({ ...parent, ...changes })
          setErrors({})
        }}
        errors={errors}
      />
      {edit.window}
    </FormModal>
  )
}

type FieldsProps = { values: Values; onChange: (changes: Partial<Values>) => void; errors: FieldErrors }

function CodeFields({ values, onChange, errors }: FieldsProps) {
  return (
    <>
      <TextInput
        label="LEI"
        description={t(
          'El identificador internacional de su organización: 20 letras y cifras. Es lo primero que pide el registro.',
        )}
        autoComplete="off"
        maxLength={100}
        value={values.lei}
        onChange={event => onChange({ lei: event.currentTarget.value })}
        error={errors.lei}
        data-autofocus
      />
      <DateField
        label={t('Renovación del LEI')}
        description={t('Hasta cuándo está pagado: caducado, el registro lo rechaza. El portal le avisa antes.')}
        value={values.leiRenewalOn}
        onChange={day => onChange({ leiRenewalOn: day ?? '' })}
        error={errors.leiRenewalOn}
      />
      <TextInput
        label="EUID"
        description={t(
          'Su número en la red europea de registros mercantiles. Sirve si no tiene LEI. Ejemplo: ESRMC.B12345',
        )}
        autoComplete="off"
        maxLength={100}
        value={values.euid}
        onChange={event => onChange({ euid: event.currentTarget.value })}
        error={errors.euid}
      />
    </>
  )
}

function OtherCode({ values, onChange, errors }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label={t('Clase del otro código')}
        description={t('Una persona física sin LEI ni EUID se identifica con uno de estos.')}
        value={values.otherCodeType}
        onChange={event => onChange({ otherCodeType: event.currentTarget.value })}
        data={[
          { value: '', label: t('Ninguno') },
          ...otherCodeTypes.map(value => ({ value, label: t(otherCodeLabels[value]) })),
        ]}
        error={errors.otherCodeType}
      />
      <TextInput
        label={t('Otro código')}
        autoComplete="off"
        maxLength={OTHER_CODE_MAX}
        value={values.otherCode}
        onChange={event => onChange({ otherCode: event.currentTarget.value })}
        error={errors.otherCode}
      />
    </>
  )
}
