import { t } from '#domain/language/translate.ts'
import type { CompanyWire } from '#domain/participant/company/contract.ts'
import { changeCompany, listCompanies } from '#domain/participant/company/contract.ts'
import { call } from '#web/api/api.ts'
import { namedFields } from '#web/participant/company/CompanyFields.tsx'
import { RecordModal } from '#web/record/RecordModal.tsx'

const ALL = 2000

/** Completes a company outside that the provider has named. */
export function CompanyModal({ company, onClose }: { company: CompanyWire; onClose: () => void }) {
  return (
    <RecordModal
      title={t('Editar empresa externa')}
      fields={namedFields}
      groups={[{ names: Object.keys(namedFields) }]}
      saved={company}
      send={(values, version) => call(changeCompany, { params: { id: company.id }, body: { ...values, version } })}
      read={async () =>
        (await call(listCompanies, { query: { size: ALL } })).content.find(({ id }) => id === company.id) ?? company
      }
      onClose={onClose}
      done={({ name }) => ({ title: t('Empresa guardada'), text: name })}
    />
  )
}
