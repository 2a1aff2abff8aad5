import { NativeSelect, Select } from '@mantine/core'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { ValuesOf } from '#domain/record/field.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import { addArrangement, changeArrangement, listArrangements } from '#domain/supervision/register/entry/contract.ts'
import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import type { ContractKind } from '#domain/supervision/register/entry/third-party.ts'
import { contractKindLabels, contractKinds, thirdPartyFields } from '#domain/supervision/register/entry/third-party.ts'
import { formNames } from '#domain/supervision/register/third-party/columns.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { withStop } from '#domain/values/text.ts'
import { call } from '#web/api/api.ts'
import { ProviderSelect } from '#web/participant/ProviderSelect.tsx'
import { fieldId } from '#web/record/FormFields.tsx'
import type { RecordGroup } from '#web/record/RecordModal.tsx'
import { RecordModal } from '#web/record/RecordModal.tsx'
import { ChainFields, chainFaults, chainInput, typedLinksOf } from '#web/supervision/register/company/ChainFields.tsx'
import type { OutsideCompany } from '#web/supervision/register/company/CompanyFields.tsx'
import {
  companyFaults,
  OutsideCompanyFields,
  outsideCompanyOf,
} from '#web/supervision/register/company/CompanyFields.tsx'
import { useContractGroup } from '#web/supervision/register/entity/GroupFields.tsx'
import type { ProposedContract } from '#web/supervision/register/useEntries.ts'
import { useLineChoices } from '#web/supervision/register/useEntries.ts'

const ictGroups = [
  { names: ['reference', 'type'] },
  { title: 'COSTE Y VIGENCIA', names: ['annualCost', 'currency', 'startsOn', 'endsOn', 'endReason'] },
  {
    title: 'CONDICIONES',
    note: 'Hacen falta cuando el contrato sustenta una función esencial o importante.',
    names: ['noticeEntityDays', 'noticeProviderDays', 'lawCountry'],
  },
]

const fields = { ...arrangementFields, ...thirdPartyFields }
/** What the guidelines ask of a contract without ICT services (REG-27). */
const otherGroups = [
  {
    title: 'CONTRATO Y FUNCIÓN',
    note: 'Lo que piden las directrices EBA/GL/2019/02, apartado 54. No va en el fichero de DORA.',
    names: formNames(),
  },
  {
    title: 'SI ES ESENCIAL O IMPORTANTE',
    note: 'Apartado 55 y sección 15: hace falta cuando la función es esencial o importante.',
    names: formNames('critical'),
  },
]

type Props = {
  saved: ArrangementWire | null
  /** The provider that a new contract is proposed with, and since when it is used. */
  proposed?: ProposedContract | null
  focus: string | null
  onClose: () => void
}

/** Adds or changes a contract with a provider of the portal or a company outside (DORA-07, DORA-08). */
export function ArrangementModal({ saved, proposed = null, focus, onClose }: Props) {
  const begunWith = saved?.providerId ?? proposed?.providerId ?? null
  const [kind, setKind] = useState<ContractKind>(saved?.kind ?? 'ICT')
  const [isOutside, setOutside] = useState(saved?.company != null)
  const [providerId, setProviderId] = useState(begunWith)
  const [company, setCompany] = useState<OutsideCompany>(outsideCompanyOf(saved))
  const [chain, setChain] = useState(typedLinksOf(saved))
  const [overarchingId, setOverarchingId] = useState(saved?.overarchingId ?? null)
  const { contracts } = useLineChoices()
  const others = contracts.filter(({ id }) => id !== saved?.id)
  const group = useContractGroup(saved, others, focus)
  const isCompanyChanged = isOutside && JSON.stringify(company) !== JSON.stringify(outsideCompanyOf(saved))
  const isChainChanged = isOutside && JSON.stringify(chain) !== JSON.stringify(typedLinksOf(saved))
  const party = isOutside
    ? given('company', isCompanyChanged, company)
    : given('providerId', providerId !== (saved?.providerId ?? null), providerId!)
  const isPartyChanged = isCompanyChanged || isChainChanged || (!isOutside && providerId !== begunWith)
  const around = isChainChanged ? { ...party, chain: chainInput(chain) } : party
  const check = (): FieldErrors =>
    isOutside
      ? { ...companyFaults(company), ...chainFaults(company, chain) }
      : providerId
        ? {}
        : { providerId: 'Elija un proveedor o una empresa externa' }
  const head = (errors: FieldErrors) => (
    <div className="fields">
      <KindField saved={saved} value={kind} onChange={setKind} error={errors.kind} />
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
                id={fieldId('providerId')}
                value={providerId}
                onChange={setProviderId}
                error={errors.providerId}
                known={begunWith === null ? null : { id: begunWith, name: (saved ?? proposed)!.provider }}
              />
            </div>
          )}
        </>
      )}
      {isOutside ? (
        <OutsideCompanyFields
          value={company}
          onChange={setCompany}
          errors={errors}
          path="company"
          label="Empresa externa"
          of="de la empresa"
          focus={focus}
        />
      ) : null}
      {kind === 'ICT' ? (
        <OverarchingField
          value={overarchingId}
          onChange={setOverarchingId}
          error={errors.overarchingId}
          contracts={others}
          autofocus={focus === 'overarchingId'}
        />
      ) : null}
    </div>
  )
  const ofIct = [
    ...ictGroups,
    ...(isOutside ? [subcontractors({ company, chain, onChange: setChain, focus })] : []),
    ...group.sections,
  ]
  const groups = kind === 'OTHER' ? otherGroups : ofIct
  const above = kind === 'ICT' ? overarchingId : null
  const about = {
    kind,
    ...given('overarchingId', above !== (saved?.overarchingId ?? null), above),
    ...(kind === 'ICT' ? group.changes : group.removal),
  }
  return (
    <RecordModal
      title={saved ? `Contrato ${saved.reference}` : 'Añadir contrato'}
      fields={fields}
      groups={groups}
      saved={saved}
      begun={{ type: 'x1', currency: 'EUR', lawCountry: 'ES', startsOn: proposed?.since ?? '' }}
      around={head}
      isAroundChanged={
        isPartyChanged ||
        overarchingId !== (saved?.overarchingId ?? null) ||
        kind !== (saved?.kind ?? 'ICT') ||
        group.isChanged
      }
      check={check}
      focus={focus}
      send={(values, version) =>
        saved
          ? call(changeArrangement, {
              params: { id: saved.id },
              body: { ...askedOf(kind, values), ...around, ...about, version },
            })
          : call(addArrangement, { body: { ...askedOf(kind, values), ...around, ...about } })
      }
      read={saved ? async () => onlyOf((await call(listArrangements, { query: { id: saved.id } })).content) : undefined}
      onClose={onClose}
      done={saved ? 'Contrato guardado' : 'Contrato añadido'}
    />
  )
}

type Chain = ReturnType<typeof typedLinksOf>
type ChainProps = {
  company: OutsideCompany
  chain: Chain
  onChange: (chain: Chain) => void
  focus: string | null
}
/** Who works for a company outside (REG-11). */
const subcontractors = ({ company, chain, onChange, focus }: ChainProps): RecordGroup => ({
  title: 'SUBCONTRATISTAS',
  note: 'Quién trabaja para la empresa en los servicios que sustentan una función esencial o importante.',
  names: ['chainIsWhole'],
  content: (errors, clear) => (
    <ChainFields
      direct={company}
      links={chain}
      onChange={links => {
        onChange(links)
        clear()
      }}
      errors={errors}
      focus={focus}
    />
  ),
})

type Values = ValuesOf<typeof fields>
/** What a form asks of a contract of a kind; the rest stays as it is. */
const askedOf = (kind: ContractKind, values: Values): Partial<Values> =>
  kind === 'ICT'
    ? values
    : Object.fromEntries(
        Object.entries(values).filter(([name]) => otherGroups.some(({ names }) => names.includes(name))),
      )

/** A value of a body, where it is sent. */
const given = <K extends string, V>(name: K, isSent: boolean, value: V) =>
  (isSent ? { [name]: value } : {}) as { [P in K]?: V }

type KindProps = {
  saved: ArrangementWire | null
  value: ContractKind
  onChange: (kind: ContractKind) => void
  error: string | undefined
}

function KindField({ saved, value, onChange, error }: KindProps) {
  return (
    <div data-span="6">
      <NativeSelect
        id={fieldId('kind')}
        label="Clase"
        description={
          saved && saved.lines > 0
            ? 'Tiene servicios: quítelos antes de cambiarla.'
            : 'Solo los contratos con servicios de TIC van en el fichero de DORA.'
        }
        value={value}
        onChange={event => onChange(event.currentTarget.value as ContractKind)}
        error={error}
        data={contractKinds.map(each => ({ value: each, label: contractKindLabels[each] }))}
      />
    </div>
  )
}

type OverarchingProps = {
  value: string | null
  onChange: (id: string | null) => void
  error: string | undefined
  contracts: readonly ArrangementWire[]
  autofocus: boolean
}

function OverarchingField({ value, onChange, error, contracts, autofocus }: OverarchingProps) {
  return (
    <div data-span="6">
      <Select
        id={fieldId('overarchingId')}
        label="Contrato marco"
        description="Solo de un contrato derivado o asociado a otro."
        placeholder="Ninguno"
        searchable
        clearable
        nothingFoundMessage="Nada coincide"
        openOnFocus={false}
        value={value}
        onChange={onChange}
        error={error}
        data={contracts.map(({ id, reference }) => ({ value: id, label: reference }))}
        data-autofocus={autofocus || undefined}
      />
    </div>
  )
}
