import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { groupLabels } from '#domain/supervision/register/entry/columns.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import type { MemberWire } from '#domain/supervision/register/group/contract.ts'
import { listMembers } from '#domain/supervision/register/group/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { fieldId } from '#web/record/FormFields.tsx'
import type { RecordGroup } from '#web/record/RecordModal.tsx'
import { useMe } from '#web/session/useMe.ts'
import { ALL_ENTRIES } from '#web/supervision/register/useEntries.ts'

/** The entities of the bank's group, and branches. */
export function useMembers(): readonly MemberWire[] {
  return useQuery(queryOptions(listMembers, { query: { size: ALL_ENTRIES } })).data?.content ?? []
}

/** What a contract says of the group (REG-25). */
type ContractGroup = Pick<ArrangementWire, 'signers' | 'users' | 'insideId'>

const none: ContractGroup = { signers: [], users: [], insideId: null }
const saidBy = (saved: ArrangementWire | null): ContractGroup =>
  saved ? { signers: saved.signers, users: saved.users, insideId: saved.insideId } : none
const sameList = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)
const isSame = (a: ContractGroup, b: ContractGroup) => JSON.stringify(a) === JSON.stringify(b)

/** That part of the form of a contract; without a section where the bank has no group and the contract says nothing of one. */
export function useContractGroup(
  saved: ArrangementWire | null,
  contracts: readonly ArrangementWire[],
  focus: string | null,
) {
  const said = saidBy(saved)
  const [value, setValue] = useState(said)
  const members = useMembers()
  const section: RecordGroup = {
    title: 'EN EL GRUPO',
    names: [],
    content: (errors, clear) => (
      <ContractGroupFields
        value={value}
        onChange={changed => {
          setValue(changed)
          clear()
        }}
        errors={errors}
        members={members}
        contracts={contracts}
        focus={focus}
      />
    ),
  }
  const sections = members.length > 0 || !isSame(said, none) ? [section] : []
  /** What is to be sent: what was changed, so that the changes of others stay. */
  const changesTo = (wanted: ContractGroup): Partial<ContractGroup> => ({
    ...(sameList(wanted.signers, said.signers) ? {} : { signers: wanted.signers }),
    ...(sameList(wanted.users, said.users) ? {} : { users: wanted.users }),
    ...(wanted.insideId === said.insideId ? {} : { insideId: wanted.insideId }),
  })
  return { changes: changesTo(value), removal: changesTo(none), isChanged: !isSame(value, said), sections }
}

type Props = {
  value: ContractGroup
  onChange: (value: ContractGroup) => void
  errors: FieldErrors
  members: readonly MemberWire[]
  /** The other contracts. */
  contracts: readonly ArrangementWire[]
  focus: string | null
}

/** Who of the group signs and uses a contract, and the contract within the group that it is behind. */
function ContractGroupFields({ value, onChange, errors, members, contracts, focus }: Props) {
  const me = useMe()
  const own = { value: me.idGenericEntity, label: 'Su entidad' }
  const choice = ({ id, name, kind }: MemberWire) => ({
    value: id,
    label: kind === 'BRANCH' ? `${name} (sucursal)` : name,
  })
  const entities = [own, ...members.filter(({ kind }) => kind === 'MEMBER').map(choice)]
  const lists = [
    { name: 'signers', data: entities, note: 'Vacío si es solo su entidad.' },
    {
      name: 'users',
      data: [own, ...members.map(choice)],
      note: 'Vacío si son las entidades de las funciones que sustenta.',
    },
  ] as const
  return (
    <div className="fields">
      {lists.map(({ name, data, note }) => (
        <div key={name} data-span="6">
          <MultiSelect
            id={fieldId(name)}
            label={groupLabels[name]}
            description={note}
            placeholder={value[name].length === 0 ? 'Elija' : undefined}
            searchable
            hidePickedOptions
            nothingFoundMessage="Nada coincide"
            value={value[name]}
            onChange={ids => onChange({ ...value, [name]: ids })}
            error={errors[name]}
            data={data}
            data-autofocus={focus === name || undefined}
          />
        </div>
      ))}
      <div data-span="6">
        <Select
          id={fieldId('insideId')}
          label={groupLabels.insideId}
          description="El contrato con una entidad del grupo que se apoya en este."
          placeholder="Ninguno"
          searchable
          clearable
          nothingFoundMessage="Nada coincide"
          openOnFocus={false}
          value={value.insideId}
          onChange={insideId => onChange({ ...value, insideId })}
          error={errors.insideId}
          data={contracts.map(({ id, reference, provider }) => ({ value: id, label: `${reference} · ${provider}` }))}
          data-autofocus={focus === 'insideId' || undefined}
        />
      </div>
    </div>
  )
}
