import { t } from '#domain/language/translate.ts'
import type { ServiceFactsWire } from '#domain/participant/company/contract.ts'
import { readServiceFacts, saveServiceFacts } from '#domain/participant/company/contract.ts'
import { serviceFactFields } from '#domain/participant/company/facts.ts'
import { NO_ICT } from '#domain/participant/company/service-facts.ts'
import { call } from '#web/api/api.ts'
import { RecordModal } from '#web/record/RecordModal.tsx'

type Props = { providerId: string; facts: ServiceFactsWire; onClose: () => void }

const { ictType: _type, ...rest } = serviceFactFields

/** What a provider says of a service for its clients' registers (DORA-01, DORA-06). */
export function ServiceFactsModal({ providerId, facts, onClose }: Props) {
  const params = { id: providerId, serviceId: facts.serviceId }
  return (
    <RecordModal
      title={t('Datos del servicio para el registro')}
      fields={serviceFactFields}
      groups={({ ictType }) => [{ names: ['ictType', ...(ictType === NO_ICT ? [] : Object.keys(rest))] }]}
      saved={facts}
      around={() => (
        <p>
          <b>{facts.service}</b>
        </p>
      )}
      focus="ictType"
      send={(values, version) => call(saveServiceFacts, { params, body: { ...values, version } })}
      read={() => call(readServiceFacts, { params })}
      onClose={onClose}
      done={({ service }) => ({ title: t('Datos del servicio guardados'), text: service })}
    />
  )
}
