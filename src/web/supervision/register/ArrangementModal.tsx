import { NativeSelect, Select } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import { addArrangement, changeArrangement, listArrangements } from '#domain/supervision/register/entry/contract.ts'
import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import { withStop } from '#domain/values/text.ts'
import { call } from '#web/api/api.ts'
import { ProviderSelect } from '#web/participant/ProviderSelect.tsx'
import type { OutsideCompany } from '#web/supervision/register/CompanyFields.tsx'
import { CompanyFields, companyFaults, companyOf } from '#web/supervision/register/CompanyFields.tsx'
import { entryId } from '#web/supervision/register/EntryField.tsx'
import { EntryModal } from '#web/supervision/register/EntryModal.tsx'
import { useLineChoices } from '#web/supervision/register/useEntries.ts'

const groups = [
  { names: ['reference', 'type'] },
  { title: 'COSTE Y VIGENCIA', names: ['annualCost', 'currency', 'startsOn', 'endsOn', 'endReason'] },
  {
    title: 'CONDICIONES',
    note: 'Hacen falta cuando el contrato soporta una función crítica o importante.',
    names: ['noticeEntityDays', 'noticeProviderDays', 'lawCountry'],
  },
]

type Props = { saved: ArrangementWire | null; focus: string | null; onClose: () => void }

/** Adds or changes a contract with a provider of the portal or a company outside (DORA-07, DORA-08). */
export function ArrangementModal({ saved, focus, onClose }: Props) {
  const [isOutside, setOutside] = useState(saved?.company != null)
  const [providerId, setProviderId] = useState(saved?.providerId ?? null)
  const [company, setCompany] = useState<OutsideCompany>(companyOf(saved?.company ?? null))
  const [overarchingId, setOverarchingId] = useState(saved?.overarchingId ?? null)
  const { contracts } = useLineChoices()
  const begun = companyOf(saved?.company ?? null)
  const isCompanyChanged = isOutside && JSON.stringify(company) !== JSON.stringify(begun)
  const party = isOutside
    ? isCompanyChanged
      ? { company }
      : {}
    : providerId !== (saved?.providerId ?? null)
      ? { providerId: providerId! }
      : {}
  const check = (): FieldErrors =>
    isOutside ? companyFaults(company) : providerId ? {} : { providerId: 'Elija un proveedor o una empresa externa' }
  const around = (errors: FieldErrors) => (
    <div className="fields">
      {saved && saved.lines > 0 && !isOutside ? (
        <p data-span="6">
          Con <b>{withStop(saved.provider)}</b>{' '}
          <span className="small dim">Para cambiarlo, quite antes sus servicios.</span>
        </p>
      ) : (
        <>
          <div data-span="3">
            <NativeSelect
              label="Con quién es"
              value={isOutside ? 'company' : 'provider'}
              onChange={event => setOutside(event.currentTarget.value === 'company')}
              data={[
                { value: 'provider', label: 'Un proveedor del portal' },
                { value: 'company', label: 'Una empresa externa' },
              ]}
            />
          </div>
          {isOutside ? null : (
            <div data-span="3">
              <ProviderSelect
                id={entryId('providerId')}
                value={providerId}
                onChange={setProviderId}
                error={errors.providerId}
                known={saved?.providerId ? { id: saved.providerId, name: saved.provider } : null}
              />
            </div>
          )}
        </>
      )}
      {isOutside ? <CompanyFields value={company} onChange={setCompany} errors={errors} focus={focus} /> : null}
      <div data-span="6">
        <Select
          id={entryId('overarchingId')}
          label="Contrato marco"
          description="Solo de un contrato derivado o asociado a otro."
          placeholder="Ninguno"
          searchable
          clearable
          nothingFoundMessage="Nada coincide"
          openOnFocus={false}
          value={overarchingId}
          onChange={setOverarchingId}
          error={errors.overarchingId}
          data={contracts
            .filter(({ id }) => id !== saved?.id)
            .map(({ id, reference }) => ({ value: id, label: reference }))}
          data-autofocus={focus === 'overarchingId' || undefined}
        />
      </div>
    </div>
  )
  return (
    <EntryModal
      title={saved ? `Contrato ${saved.reference}` : 'Añadir contrato'}
      fields={arrangementFields}
      groups={groups}
      saved={saved}
      begun={{ currency: 'EUR', lawCountry: 'ES' }}
      around={around}
      isAroundChanged={Object.keys(party).length > 0 || overarchingId !== (saved?.overarchingId ?? null)}
      check={check}
      focus={focus}
      send={(values, version) =>
        saved
          ? call(changeArrangement, { params: { id: saved.id }, body: { ...values, ...party, overarchingId, version } })
          : call(addArrangement, { body: { ...values, ...party, overarchingId } })
      }
      read={async () => (await call(listArrangements, { query: { id: saved!.id } })).content[0]!}
      onClose={onClose}
      done={saved ? 'Contrato guardado' : 'Contrato añadido'}
    />
  )
}
