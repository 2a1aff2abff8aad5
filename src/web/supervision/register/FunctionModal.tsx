import { Select } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { ENTITY } from '#domain/supervision/register/entry/columns.ts'
import type { FunctionWire } from '#domain/supervision/register/entry/contract.ts'
import { addFunction, changeFunction, listFunctions } from '#domain/supervision/register/entry/contract.ts'
import { functionFields } from '#domain/supervision/register/entry/fields.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { call } from '#web/api/api.ts'
import { fieldId } from '#web/record/FormFields.tsx'
import { RecordModal } from '#web/record/RecordModal.tsx'
import { useMembers } from '#web/supervision/register/entity/GroupFields.tsx'

type Props = { saved: FunctionWire | null; name: string; focus: string | null; onClose: () => void }

/** Adds or changes a function of the bank, or of an entity of its group (REG-25). */
export function FunctionModal({ saved, name, focus, onClose }: Props) {
  const [memberId, setMemberId] = useState(saved?.memberId ?? null)
  const entities = useMembers().filter(({ kind }) => kind === 'MEMBER')
  const isMoved = memberId !== (saved?.memberId ?? null)
  // What was not changed is not sent, so that the changes of others stay.
  const owner = isMoved ? { memberId } : {}
  const around = (errors: FieldErrors) =>
    entities.length === 0 ? null : (
      <div className="fields">
        <div data-span="6">
          <Select
            id={fieldId('memberId')}
            label={ENTITY}
            placeholder="Su entidad"
            searchable
            clearable
            nothingFoundMessage="Nada coincide"
            openOnFocus={false}
            value={memberId}
            onChange={setMemberId}
            error={errors.memberId}
            data={entities.map(each => ({ value: each.id, label: each.name }))}
            data-autofocus={focus === 'memberId' || undefined}
          />
        </div>
      </div>
    )
  return (
    <RecordModal
      title={saved ? `Función ${name}` : 'Añadir función'}
      fields={functionFields}
      groups={[
        { names: ['code', 'name', 'activity'] },
        { title: 'IMPORTANCIA', names: ['critical', 'assessedOn', 'reason', 'rtoHours', 'rpoHours', 'impact'] },
      ]}
      saved={saved}
      around={around}
      isAroundChanged={isMoved}
      focus={focus}
      send={(values, version) =>
        saved
          ? call(changeFunction, { params: { id: saved.id }, body: { ...values, ...owner, version } })
          : call(addFunction, { body: { ...values, ...owner, code: values.code || undefined } as never })
      }
      read={saved ? async () => onlyOf((await call(listFunctions, { query: { id: saved.id } })).content) : undefined}
      onClose={onClose}
      done={saved ? 'Función guardada' : 'Función añadida'}
    />
  )
}
