import { Radio, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { declareSubcontract } from '#domain/participant/chain/contract.ts'
import { listCompanies } from '#domain/participant/company/contract.ts'
import type { FormValues } from '#domain/record/form.ts'
import { countryName } from '#domain/values/countries.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { editedFields, editedNames } from '#web/participant/chain/ChangeModal.tsx'
import { recipientOptions } from '#web/participant/chain/recipients.ts'
import { useUrgency } from '#web/participant/chain/useUrgency.tsx'
import { CompanyFields, companyBody, namedCompanyFaults, noCompany } from '#web/participant/company/CompanyFields.tsx'
import { fieldId } from '#web/record/FormFields.tsx'
import { RecordModal } from '#web/record/RecordModal.tsx'
import { useMe } from '#web/session/useMe.ts'
import classes from './chain.module.css'

export type ChainOf = { providerId: string; provider: string; serviceId: string; service: string }
type Props = { chain: ChainOf; recipients: readonly SubcontractWire[]; onClose: () => void }

/** Who works: a provider of the portal, a company that was named before, or a new one. */
type Who = 'cif' | 'known' | 'new'
/** More than a provider names. */
const ALL = 2000

type Party = { who: Who; cif: string; companyId: string; company: FormValues }
const nobody: Party = { who: 'new', cif: '', companyId: '', company: noCompany }

const partyFaults = ({ who, cif, companyId, company }: Party): FieldErrors => {
  if (who === 'cif') return cif.trim() ? {} : { cif: t('Escriba su CIF') }
  if (who === 'known') return companyId ? {} : { companyId: t('Elija una empresa') }
  return namedCompanyFaults(company, 'company')
}

const partyOf = ({ who, cif, companyId, company }: Party) =>
  who === 'cif' ? { cif: cif.trim() } : who === 'known' ? { companyId } : { company: companyBody(company) }

/** Declares who works for a service (CHAIN-01). */
export function DeclareModal({ chain, recipients, onClose }: Props) {
  const me = useMe()
  const [party, setParty] = useState(nobody)
  const urgency = useUrgency()
  return (
    <RecordModal
      title={t('Declarar subcontratista')}
      submitLabel={t('Declarar')}
      fields={editedFields}
      groups={[{ names: editedNames }, { names: [], content: urgency.field }]}
      saved={null as SubcontractWire | null}
      options={{ recipientId: recipientOptions(chain.provider, recipients) }}
      around={(errors, clear) => (
        <>
          <p className="dim">{chain.service}</p>
          <PartyFields
            value={party}
            onChange={changes => {
              setParty({ ...party, ...changes })
              clear()
            }}
            errors={errors}
          />
        </>
      )}
      isAroundChanged={JSON.stringify(party) !== JSON.stringify(nobody)}
      check={({ ictType, description }) => ({
        ...partyFaults(party),
        ...(ictType || description?.trim() ? {} : { ictType: t('Indique qué hace: elija un tipo o escríbalo.') }),
      })}
      faultsOf={urgency.faultsOf}
      send={values => {
        const of = { serviceId: chain.serviceId, ...(me.role.key === 'CCI' ? { providerId: chain.providerId } : {}) }
        return call(declareSubcontract, { body: { ...partyOf(party), ...values, ...of, ...urgency.body } })
      }}
      onClose={onClose}
      done={({ company }) => ({
        title: t('Subcontratista declarado'),
        text: t`${company.name}, para ${chain.service}`,
      })}
    />
  )
}

type PartyProps = { value: Party; onChange: (changes: Partial<Party>) => void; errors: FieldErrors }

function PartyFields({ value, onChange, errors }: PartyProps) {
  const { who, cif, companyId, company } = value
  const { data } = useQuery(queryOptions(listCompanies, { query: { size: ALL } }))
  const known = data?.content ?? []
  return (
    <>
      <Radio.Group label={t('Quién trabaja')} value={who} onChange={chosen => onChange({ who: chosen as Who })}>
        <div className={classes.choice}>
          <Radio value="new" label={t('Una empresa que no está en el portal')} data-autofocus />
          {known.length > 0 ? <Radio value="known" label={t('Una empresa que ya ha nombrado')} /> : null}
          <Radio value="cif" label={t('Un proveedor de este portal')} />
        </div>
      </Radio.Group>
      {errors.company ? <p role="alert">{errors.company}</p> : null}
      {who === 'cif' ? (
        <TextInput
          id={fieldId('cif')}
          label="CIF"
          autoComplete="off"
          maxLength={20}
          value={cif}
          onChange={event => onChange({ cif: event.currentTarget.value })}
          error={errors.cif}
          required
        />
      ) : who === 'known' ? (
        <Select
          id={fieldId('companyId')}
          label={t('Empresa')}
          placeholder={t('Elija una empresa')}
          searchable
          nothingFoundMessage={t('Nada coincide')}
          data={known.map(({ id, name, country }) => ({ value: id, label: `${name} (${countryName(country)})` }))}
          value={companyId || null}
          onChange={chosen => onChange({ companyId: chosen ?? '' })}
          error={errors.companyId ?? errors['company.lei']}
          required
        />
      ) : (
        <CompanyFields
          path="company"
          values={company}
          onChange={changes => onChange({ company: { ...company, ...changes } })}
          errors={errors}
          codes={t('20 letras y cifras. Quien sustenta el servicio necesita LEI o EUID.')}
        />
      )}
    </>
  )
}
