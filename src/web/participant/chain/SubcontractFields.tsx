import { Checkbox, Select } from '@mantine/core'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { DESCRIPTION_MAX, URGENT_REASON_MAX } from '#domain/participant/chain/chain.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'
import { type IctType, ictTypes, ictTypeText } from '#domain/participant/company/ict-type.ts'
import { characterCount } from '#domain/values/text.ts'
import { CountriesField, countryCodes } from '#web/participant/company/CountryFields.tsx'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'

/** A subcontract as it is typed: codes and days; '' where nothing is. */
export type TypedSubcontract = {
  recipient: string
  ictType: string
  description: string
  underpins: 'YES' | 'NO'
  handlesData: 'YES' | 'NO'
  countries: string
  since: string
}

/** What is typed, as a call takes it. */
export const subcontractOf = ({ recipient, ictType, countries, ...values }: TypedSubcontract) => ({
  recipientId: recipient || null,
  ictType: (ictType || null) as IctType | null,
  description: values.description,
  underpins: values.underpins === 'YES',
  handlesData: values.handlesData === 'YES',
  countries: countryCodes(countries),
  since: values.since,
})

type Props = {
  values: TypedSubcontract
  onChange: (changes: Partial<TypedSubcontract>) => void
  errors: FieldErrors
  provider: string
  /** The subcontracts whose company may take the work. */
  recipients: readonly SubcontractWire[]
}

/** What a subcontractor does, its recipient, where and since when (CHAIN-01). */
export function SubcontractFields({ values, onChange, errors, provider, recipients }: Props) {
  return (
    <>
      <Select
        label={t('Trabaja para')}
        description={t('Quien recibe su trabajo: su organización u otra empresa de la cadena.')}
        allowDeselect={false}
        data={[
          { value: '', label: provider },
          ...recipients.map(({ id, company, rank }) => ({ value: id, label: t`${company.name} (rango ${rank})` })),
        ]}
        value={values.recipient}
        onChange={recipient => onChange({ recipient: recipient ?? '' })}
        error={errors.recipientId}
      />
      <Select
        label={t('Tipo de servicio TIC')}
        description={t('El del registro de información de las entidades. Si no es TIC, déjelo vacío y descríbalo.')}
        placeholder={t('Elija un tipo')}
        searchable
        clearable
        nothingFoundMessage={t('Nada coincide')}
        data={ictTypes.map(value => ({ value, label: ictTypeText(value) }))}
        value={values.ictType || null}
        onChange={ictType => onChange({ ictType: ictType ?? '' })}
        error={errors.ictType}
      />
      <CountedTextarea
        label={t('Qué hace')}
        autosize
        minRows={2}
        value={values.description}
        onChange={description => onChange({ description })}
        count={characterCount(values.description)}
        max={DESCRIPTION_MAX}
        error={errors.description}
      />
      <Checkbox
        label={t('Soporta el servicio')}
        description={t('Si falla, el servicio se interrumpe o pierde calidad.')}
        checked={values.underpins === 'YES'}
        onChange={event => onChange({ underpins: event.currentTarget.checked ? 'YES' : 'NO' })}
        error={errors.underpins}
      />
      <Checkbox
        label={t('Trata datos de los clientes del servicio')}
        checked={values.handlesData === 'YES'}
        onChange={event => onChange({ handlesData: event.currentTarget.checked ? 'YES' : 'NO' })}
      />
      <CountriesField
        label={t('Países donde trabaja')}
        value={values.countries}
        onChange={countries => onChange({ countries })}
        error={errors.countries}
      />
      <DateField
        label={t('Desde')}
        value={values.since || null}
        onChange={since => onChange({ since: since ?? '' })}
        error={errors.since}
        required
      />
    </>
  )
}

type ReasonProps = { value: string; onChange: (reason: string) => void; error: string | undefined }

/** Asked once the portal has said that a change comes too soon (CHAIN-06). */
export function UrgentReason({ value, onChange, error }: ReasonProps) {
  return (
    <CountedTextarea
      label={t('Motivo de urgencia')}
      description={t('Lo leen las entidades que utilizan el servicio.')}
      autosize
      minRows={2}
      value={value}
      onChange={onChange}
      count={characterCount(value)}
      max={URGENT_REASON_MAX}
      error={error}
      required
      data-autofocus
    />
  )
}
