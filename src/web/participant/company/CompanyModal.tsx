import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { CompanyWire } from '#domain/participant/company/contract.ts'
import { changeCompany, listCompanies } from '#domain/participant/company/contract.ts'
import { countryName } from '#domain/values/countries.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import { CompanyFields, type TypedCompany, typedCompanyErrors } from '#web/participant/company/CompanyFields.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const valuesOf = ({ name, country, lei, euid }: CompanyWire): TypedCompany => ({
  name,
  country,
  lei: lei ?? '',
  euid: euid ?? '',
})
const ALL = 2000

/** Completes a company outside that the provider has named. */
export function CompanyModal({ company, onClose }: { company: CompanyWire; onClose: () => void }) {
  const edit = useEdit({ version: company.version, saved: valuesOf(company) })
  const [errors, setErrors] = useState<FieldErrors>({})
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: (values, version) => call(changeCompany, { params: { id: company.id }, body: { ...values, version } }),
        valuesOf,
        facts: ({ country, ...values }) => ({ ...values, country: countryName(country) }),
        read: async () =>
          (await call(listCompanies, { query: { size: ALL } })).content.find(({ id }) => id === company.id) ?? company,
      }),
    onSuccess: saved => {
      if (!saved) return
      if (!saved.taken) showToast({ title: t('Empresa guardada'), text: saved.wire.name })
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const found = typedCompanyErrors(edit.values)
    setErrors(found)
    if (Object.keys(found).length === 0) saving.mutate()
  }
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Editar empresa externa')}
      onSubmit={submit}
      submitLabel={t('Guardar')}
      loading={saving.isPending}
      submitError={saving.error && !Object.values(errors).some(Boolean) ? messageOf(saving.error) : null}
      dirty={edit.dirty}
    >
      <LeaveQuestion unfinished={edit.dirty} />
      <CompanyFields
        values={edit.values}
        onChange={changes => {
          edit.change(changes)
          setErrors({})
        }}
        errors={errors}
      />
      {edit.window}
    </FormModal>
  )
}
