import { NativeSelect, Select, TextInput } from '@mantine/core'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { PersonType } from '#domain/participant/company/company.ts'
import { COMPANY_NAME_MAX, codeErrors, personTypeLabels, personTypes } from '#domain/participant/company/company.ts'
import type { CompanyWire } from '#domain/participant/company/contract.ts'
import { countries, countryName } from '#domain/values/countries.ts'
import { entryId } from '#web/supervision/register/EntryField.tsx'

/** A company outside the portal, as a form holds it. */
export type OutsideCompany = {
  name: string
  latinName: string
  lei: string
  euid: string
  country: string
  personType: PersonType
}

export const companyOf = (company: CompanyWire | null): OutsideCompany => ({
  name: company?.name ?? '',
  latinName: company?.latinName ?? '',
  lei: company?.lei ?? '',
  euid: company?.euid ?? '',
  country: company?.country ?? '',
  personType: company?.personType ?? 'LEGAL',
})

/** What is wrong with it, by the names that the server uses. */
export function companyFaults(company: OutsideCompany): FieldErrors {
  const { name, country, lei, euid } = company
  const faults = {
    ...codeErrors({ ...company, lei: lei || null, euid: euid || null }),
    ...(name.trim() ? {} : { name: 'Escriba el nombre' }),
    ...(country ? {} : { country: 'Elija un país' }),
  }
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [`company.${field}`, fault]))
}

type Props = {
  value: OutsideCompany
  onChange: (company: OutsideCompany) => void
  errors: FieldErrors
  focus: string | null
}

/** A company outside. One with the LEI or EUID of a known company is that company (DORA-08). */
export function CompanyFields({ value, onChange, errors, focus }: Props) {
  const text = (name: 'name' | 'latinName' | 'lei' | 'euid', label: string, description?: string) => (
    <div data-span="3">
      <TextInput
        id={entryId(`company.${name}`)}
        label={label}
        description={description}
        maxLength={COMPANY_NAME_MAX}
        autoComplete="off"
        value={value[name]}
        onChange={event => onChange({ ...value, [name]: event.currentTarget.value })}
        error={errors[`company.${name}`]}
        data-autofocus={focus === name || undefined}
      />
    </div>
  )
  return (
    <>
      {text('name', 'Empresa externa')}
      <div data-span="3">
        <Select
          id={entryId('company.country')}
          label="País de la empresa"
          placeholder="Elija"
          searchable
          nothingFoundMessage="Nada coincide"
          openOnFocus={false}
          value={value.country || null}
          onChange={country => onChange({ ...value, country: country ?? '' })}
          data={countries.map(code => ({ value: code, label: countryName(code) }))}
          error={errors['company.country']}
          data-autofocus={focus === 'country' || undefined}
        />
      </div>
      {text('lei', 'LEI de la empresa', 'Si ya hay una empresa con este LEI o EUID, es la misma y conserva su nombre.')}
      {text('euid', 'EUID de la empresa', 'Para una empresa de la Unión sin LEI.')}
      {text('latinName', 'Nombre en letras latinas', 'Solo si el nombre está en otro alfabeto.')}
      <div data-span="3">
        <NativeSelect
          label="Tipo de persona"
          value={value.personType}
          onChange={event => onChange({ ...value, personType: event.currentTarget.value as PersonType })}
          data={personTypes.map(type => ({ value: type, label: personTypeLabels[type] }))}
        />
      </div>
    </>
  )
}
