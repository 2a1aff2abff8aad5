import type { FieldValues } from '#domain/conflict/conflict.ts'
import { t } from '#domain/language/translate.ts'
import { withThoseBelow } from '#domain/participant/chain/chain.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { changeSubcontract, readChain } from '#domain/participant/chain/contract.ts'
import { subcontractFields } from '#domain/participant/chain/facts.ts'
import { formWords } from '#domain/record/form.ts'
import { call } from '#web/api/api.ts'
import { recipientOptions } from '#web/participant/chain/recipients.ts'
import { useUrgency } from '#web/participant/chain/useUrgency.tsx'
import { RecordModal } from '#web/record/RecordModal.tsx'

/** The end of a subcontract has a window of its own. */
export const { until: _until, ...editedFields } = subcontractFields
export const editedNames = Object.keys(editedFields)

type Props = { row: SubcontractWire; rows: readonly SubcontractWire[]; onClose: () => void }

/** Changes what a subcontractor does, its recipient, where or since when. */
export function ChangeModal({ row, rows, onClose }: Props) {
  const urgency = useUrgency()
  const below = new Set(withThoseBelow(rows, row.id).map(({ id }) => id))
  const words = ({ recipientId, ...form }: FieldValues): FieldValues => ({
    ...formWords(editedFields, form),
    recipient: rows.find(({ id }) => id === recipientId)?.company.name ?? row.provider,
  })
  return (
    <RecordModal
      title={t('Cambiar subcontratista')}
      fields={editedFields}
      groups={[{ names: editedNames }, { names: [], content: urgency.field }]}
      saved={row}
      options={{
        recipientId: recipientOptions(
          row.provider,
          rows.filter(({ id }) => !below.has(id)),
        ),
      }}
      around={() => (
        <p>
          <b>{row.company.name}</b> <span className="dim">· {row.service}</span>
        </p>
      )}
      words={words}
      faultsOf={urgency.faultsOf}
      send={(values, version) =>
        call(changeSubcontract, { params: { id: row.id }, body: { ...values, ...urgency.body, version } })
      }
      read={async () => {
        const params = { providerId: row.providerId, serviceId: row.serviceId }
        return (await call(readChain, { params })).subcontracts.find(({ id }) => id === row.id) ?? row
      }}
      onClose={onClose}
      done={({ company }) => ({ title: t('Subcontratista cambiado'), text: company.name })}
    />
  )
}
