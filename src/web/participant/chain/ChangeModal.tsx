import type { FieldValues } from '#domain/conflict/conflict.ts'
import { t } from '#domain/language/translate.ts'
import { withThoseBelow } from '#domain/participant/chain/chain.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { changeSubcontract, readChain } from '#domain/participant/chain/contract.ts'
import { factsOfSubcontract } from '#domain/participant/chain/facts.ts'
import { call, messageOf } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import { useEdit } from '#web/conflict/useEdit.ts'
import {
  SubcontractFields,
  subcontractOf,
  type TypedSubcontract,
  UrgentReason,
} from '#web/participant/chain/SubcontractFields.tsx'
import { useUrgency } from '#web/participant/chain/useUrgency.ts'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

const valuesOf = (row: SubcontractWire): TypedSubcontract => ({
  recipient: row.recipientId ?? '',
  ictType: row.ictType ?? '',
  description: row.description,
  underpins: row.underpins ? 'YES' : 'NO',
  handlesData: row.handlesData ? 'YES' : 'NO',
  countries: row.countries.join(','),
  since: row.since,
})

type Props = { row: SubcontractWire; rows: readonly SubcontractWire[]; onClose: () => void }

function fieldsOf(values: TypedSubcontract, row: SubcontractWire) {
  return { ...subcontractOf(values), since: values.since || row.since }
}

/** Changes what a subcontractor does, its recipient, where or since when. */
export function ChangeModal({ row, rows, onClose }: Props) {
  const edit = useEdit({ version: row.version, saved: valuesOf(row) })
  const urgency = useUrgency()
  const below = new Set(withThoseBelow(rows, row.id).map(({ id }) => id))
  const factsOf = (values: TypedSubcontract): FieldValues => {
    const fields = fieldsOf(values, row)
    const recipient = rows.find(({ id }) => id === fields.recipientId)?.company.name ?? row.provider
    return factsOfSubcontract({ ...fields, recipient })
  }
  const saving = useListWrite({
    mutationFn: () =>
      edit.save({
        attempt: (values, version) =>
          call(changeSubcontract, {
            params: { id: row.id },
            body: {
              ...fieldsOf(values, row),
              ...(urgency.reason ? { urgentReason: urgency.reason } : {}),
              version,
            },
          }),
        valuesOf,
        facts: factsOf,
        read: async () => {
          const params = { providerId: row.providerId, serviceId: row.serviceId }
          return (await call(readChain, { params })).subcontracts.find(({ id }) => id === row.id) ?? row
        },
      }),
    onSuccess: saved => {
      if (!saved) return
      if (!saved.taken) showToast({ title: t('Subcontratista cambiado'), text: row.company.name })
      onClose()
    },
    onError: urgency.refuse,
  })
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Cambiar subcontratista')}
      size={720}
      onSubmit={() => saving.mutate()}
      submitLabel={t('Guardar')}
      loading={saving.isPending}
      submitError={saving.error && !urgency.isNamed ? messageOf(saving.error) : null}
      dirty={edit.dirty}
    >
      <LeaveQuestion unfinished={edit.dirty} />
      <p>
        <b>{row.company.name}</b> <span className="dim">· {row.service}</span>
      </p>
      <SubcontractFields
        values={edit.values}
        onChange={changes => {
          edit.change(changes)
          urgency.setErrors({})
        }}
        errors={urgency.errors}
        provider={row.provider}
        recipients={rows.filter(({ id }) => !below.has(id))}
      />
      {urgency.reason === null ? null : (
        <UrgentReason value={urgency.reason} onChange={urgency.setReason} error={urgency.errors.urgentReason} />
      )}
      {edit.window}
    </FormModal>
  )
}
