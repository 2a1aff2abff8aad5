import { Radio, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { declareSubcontract } from '#domain/participant/chain/contract.ts'
import { listCompanies } from '#domain/participant/company/contract.ts'
import { countryName } from '#domain/values/countries.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useListWrite } from '#web/api/useListWrite.ts'
import {
  SubcontractFields,
  subcontractOf,
  type TypedSubcontract,
  UrgentReason,
} from '#web/participant/chain/SubcontractFields.tsx'
import { useUrgency } from '#web/participant/chain/useUrgency.ts'
import { CompanyFields, errorsUnder, noCompany, typedCompanyErrors } from '#web/participant/company/CompanyFields.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { useMe } from '#web/session/useMe.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'
import classes from './chain.module.css'

export type ChainOf = { providerId: string; provider: string; serviceId: string; service: string }
type Props = { chain: ChainOf; recipients: readonly SubcontractWire[]; onClose: () => void }

/** Who works: a provider of the portal, a company that was named before, or a new one. */
type Who = 'cif' | 'known' | 'new'
/** More than a provider names. */
const ALL = 2000

const blank = {
  ...({
    recipient: '',
    ictType: '',
    description: '',
    underpins: 'NO',
    handlesData: 'NO',
    countries: '',
    since: '',
  } as TypedSubcontract),
  cif: '',
  companyId: '',
  ...{ name: noCompany.name, country: noCompany.country, lei: noCompany.lei, euid: noCompany.euid },
}
type Values = typeof blank

const namingErrors = (who: Who, values: Values): FieldErrors => {
  if (who === 'cif') return values.cif.trim() ? {} : { cif: t('Escriba su CIF') }
  if (who === 'known') return values.companyId ? {} : { companyId: t('Elija una empresa') }
  return Object.fromEntries(
    Object.entries(typedCompanyErrors(values)).map(([field, text]) => [`company.${field}`, text]),
  )
}

const bodyOf = (who: Who, values: Values) => ({
  ...(who === 'cif' ? { cif: values.cif.trim() } : {}),
  ...(who === 'known' ? { companyId: values.companyId } : {}),
  ...(who === 'new'
    ? { company: { name: values.name, country: values.country, lei: values.lei, euid: values.euid } }
    : {}),
  ...subcontractOf(values),
})

/** Declares who works for a service (CHAIN-01). */
export function DeclareModal({ chain, recipients, onClose }: Props) {
  const me = useMe()
  const [who, setWho] = useState<Who>('new')
  const [values, setValues] = useState(blank)
  const urgency = useUrgency()
  const change = (changes: Partial<Values>) => {
    setValues({ ...values, ...changes })
    urgency.setErrors({})
  }
  const saving = useListWrite({
    mutationFn: () =>
      call(declareSubcontract, {
        body: {
          ...bodyOf(who, values),
          serviceId: chain.serviceId,
          ...(me.role.key === 'CCI' ? { providerId: chain.providerId } : {}),
          ...(urgency.reason ? { urgentReason: urgency.reason } : {}),
        },
      }),
    onSuccess: ({ company }) => {
      showToast({ title: t('Subcontratista declarado'), text: t`${company.name}, para ${chain.service}` })
      onClose()
    },
    onError: urgency.refuse,
  })
  const submit = () => {
    const found: FieldErrors = {
      ...namingErrors(who, values),
      ...(values.since ? {} : { since: t('Elija un día') }),
      ...(values.ictType || values.description.trim()
        ? {}
        : { ictType: t('Diga qué hace: elija un tipo o escríbalo.') }),
    }
    urgency.setErrors(found)
    if (Object.keys(found).length === 0) saving.mutate()
  }
  const dirty = JSON.stringify(values) !== JSON.stringify(blank)
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('Declarar subcontratista')}
      size={720}
      onSubmit={submit}
      submitLabel={t('Declarar')}
      loading={saving.isPending}
      submitError={saving.error && !urgency.isNamed ? messageOf(saving.error) : null}
      dirty={dirty}
    >
      <LeaveQuestion unfinished={dirty} />
      <p className="dim">{chain.service}</p>
      <WhoFields who={who} onWho={setWho} values={values} onChange={change} errors={urgency.errors} />
      <SubcontractFields
        values={values}
        onChange={change}
        errors={urgency.errors}
        provider={chain.provider}
        recipients={recipients}
      />
      {urgency.reason === null ? null : (
        <UrgentReason value={urgency.reason} onChange={urgency.setReason} error={urgency.errors.urgentReason} />
      )}
    </FormModal>
  )
}

type WhoProps = {
  who: Who
  onWho: (who: Who) => void
  values: Values
  onChange: (changes: Partial<Values>) => void
  errors: FieldErrors
}

function WhoFields({ who, onWho, values, onChange, errors }: WhoProps) {
  const { data } = useQuery(queryOptions(listCompanies, { query: { size: ALL } }))
  const known = data?.content ?? []
  return (
    <>
      <Radio.Group
        label={t('Quién trabaja')}
        value={who}
        onChange={value => {
          onWho(value as Who)
          onChange({})
        }}
      >
        <div className={classes.choice}>
          <Radio value="new" label={t('Una empresa que no está en el portal')} data-autofocus />
          {known.length > 0 ? <Radio value="known" label={t('Una empresa que ya ha nombrado')} /> : null}
          <Radio value="cif" label={t('Un proveedor de este portal')} />
        </div>
      </Radio.Group>
      {errors.company ? <p role="alert">{errors.company}</p> : null}
      {who === 'cif' ? (
        <TextInput
          label="CIF"
          autoComplete="off"
          maxLength={20}
          value={values.cif}
          onChange={event => onChange({ cif: event.currentTarget.value })}
          error={errors.cif}
          required
        />
      ) : who === 'known' ? (
        <Select
          label={t('Empresa')}
          placeholder={t('Elija una empresa')}
          searchable
          nothingFoundMessage={t('Nada coincide')}
          data={known.map(({ id, name, country }) => ({ value: id, label: `${name} (${countryName(country)})` }))}
          value={values.companyId || null}
          onChange={companyId => onChange({ companyId: companyId ?? '' })}
          error={errors.companyId ?? errors['company.lei']}
          required
        />
      ) : (
        <CompanyFields
          values={values}
          onChange={onChange}
          errors={errorsUnder(errors, 'company')}
          codes={t('20 letras y cifras. Quien soporta el servicio necesita LEI o EUID.')}
        />
      )}
    </>
  )
}
