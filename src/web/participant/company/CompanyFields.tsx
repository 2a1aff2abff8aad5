import { TextInput } from '@mantine/core'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { COMPANY_NAME_MAX } from '#domain/participant/company/company.ts'
import { CountryField } from '#web/participant/company/CountryFields.tsx'

/** A company outside the portal as it is typed; '' where nothing is. */
export type TypedCompany = { name: string; country: string; lei: string; euid: string }
export const noCompany: TypedCompany = { name: '', country: '', lei: '', euid: '' }

type Props = {
  values: TypedCompany
  onChange: (changes: Partial<TypedCompany>) => void
  errors: FieldErrors
  /** Says what the codes are needed for. */
  codes?: string
}

/** Name, country and codes of a company outside (CHAIN-02). */
export function CompanyFields({ values, onChange, errors, codes }: Props) {
  return (
    <>
      <TextInput
        label={t('Nombre de la empresa')}
        autoComplete="off"
        maxLength={COMPANY_NAME_MAX}
        value={values.name}
        onChange={event => onChange({ name: event.currentTarget.value })}
        error={errors.name}
        required
      />
      <CountryField
        label={t('País de la sede')}
        value={values.country}
        onChange={country => onChange({ country })}
        error={errors.country}
        required
      />
      <TextInput
        label="LEI"
        description={codes ?? t('20 letras y cifras. Con él es la misma empresa para todos los que la nombran.')}
        autoComplete="off"
        maxLength={100}
        value={values.lei}
        onChange={event => onChange({ lei: event.currentTarget.value })}
        error={errors.lei}
      />
      <TextInput
        label="EUID"
        description={t('Su número en la red europea de registros: ESHRM.M-123456.')}
        autoComplete="off"
        maxLength={100}
        value={values.euid}
        onChange={event => onChange({ euid: event.currentTarget.value })}
        error={errors.euid}
      />
    </>
  )
}

/** The faults that stop an unfinished company from being sent; the server checks the rest. */
export const typedCompanyErrors = ({ name, country }: TypedCompany): FieldErrors => ({
  ...(name.trim() === '' ? { name: t('Escriba el nombre de la empresa') } : {}),
  ...(country === '' ? { country: t('Elija el país de la sede') } : {}),
})

/** The errors of one part of a form: 'company.lei' becomes 'lei'. */
export const errorsUnder = (errors: FieldErrors, part: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field.startsWith(`${part}.`) ? [[field.slice(part.length + 1), message]] : [],
    ),
  )
