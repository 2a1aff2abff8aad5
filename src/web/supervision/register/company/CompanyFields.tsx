import { NativeSelect, Select, TextInput } from '@mantine/core'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { OtherCodeType, PersonType } from '#domain/participant/company/company.ts'
import {
  COMPANY_NAME_MAX,
  codeErrors,
  OTHER_CODE_MAX,
  otherCodeLabels,
  otherCodeTypes,
  personTypeLabels,
  personTypes,
} from '#domain/participant/company/company.ts'
import type { CompanyWire } from '#domain/participant/company/contract.ts'
import { countries, countryName } from '#domain/values/countries.ts'
import { fieldId } from '#web/record/FormFields.tsx'
import { GleifNote } from '#web/supervision/register/company/GleifNote.tsx'

/** The words of a company outside the portal, as a form holds them. */
type Words = {
  name: string
  latinName: string
  lei: string
  euid: string
  otherCode: string
  otherCodeType: OtherCodeType | null
  country: string
  personType: PersonType
}
/** A company outside with its ultimate parent; null: it is its own. */
export type OutsideCompany = Words & { parent: Words | null }

const wordsOf = (company: CompanyWire | null): Words => ({
  name: company?.name ?? '',
  latinName: company?.latinName ?? '',
  lei: company?.lei ?? '',
  euid: company?.euid ?? '',
  otherCode: company?.otherCode ?? '',
  otherCodeType: company?.otherCodeType ?? null,
  country: company?.country ?? '',
  personType: company?.personType ?? 'LEGAL',
})

export const outsideCompanyOf = (
  of: { company: CompanyWire | null; parent: CompanyWire | null } | null,
): OutsideCompany => ({
  ...wordsOf(of?.company ?? null),
  parent: of?.parent ? wordsOf(of.parent) : null,
})

/** Its codes as the server stores them, without a country that is none. */
export const codesOf = ({ name, lei, euid, otherCode, country }: Words) => ({
  name,
  country,
  lei: lei || null,
  euid: euid || null,
  otherCode: otherCode.trim() || null,
})

/** What is wrong with it, by the names that the server uses. */
export function companyFaults({ parent, ...company }: OutsideCompany, path = 'company'): FieldErrors {
  return { ...wordFaults(company, path), ...(parent ? wordFaults(parent, `${path}.parent`) : {}) }
}

function wordFaults(company: Words, path: string): FieldErrors {
  const { name, country } = company
  const faults = {
    ...codeErrors({ ...company, ...codesOf(company) }),
    ...(name.trim() ? {} : { name: 'Escriba el nombre' }),
    ...(country ? {} : { country: 'Elija un país' }),
  }
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [`${path}.${field}`, fault]))
}

type WordsProps<Value> = {
  value: Value
  onChange: (company: Value) => void
  errors: FieldErrors
  /** Where it stands in the form: 'company', 'chain.0.company'. */
  path: string
  /** How its name is asked for, and the others: 'País de la empresa'. */
  label: string
  of: string
  /** The field that a fault leads to. */
  focus: string | null
}

/** A company outside and its ultimate parent (REG-11). One with the LEI or EUID of a known company is that company (DORA-08). */
export function OutsideCompanyFields({ value, onChange, ...rest }: WordsProps<OutsideCompany>) {
  const { path, of, focus, errors } = rest
  const { parent, ...words } = value
  return (
    <>
      <WordFields {...rest} value={words} onChange={changed => onChange({ ...changed, parent })} />
      <GleifNote company={value} onChange={onChange} begin={known => ({ ...wordsOf(null), ...known })} />
      <div data-span="6">
        <NativeSelect
          id={fieldId(`${path}.parent`)}
          label={`Matriz última ${of}`}
          description="La que está al final de las que la controlan."
          value={parent ? 'other' : 'own'}
          onChange={event => onChange({ ...words, parent: event.currentTarget.value === 'own' ? null : wordsOf(null) })}
          data={[
            { value: 'own', label: 'Es su propia matriz' },
            { value: 'other', label: 'Otra empresa' },
          ]}
          data-autofocus={focus === 'parent' || undefined}
        />
      </div>
      {parent ? (
        <WordFields
          value={parent}
          onChange={changed => onChange({ ...words, parent: changed })}
          errors={errors}
          path={`${path}.parent`}
          label="Nombre de la matriz"
          of="de la matriz"
          focus={focus?.startsWith('parent.') ? focus.slice('parent.'.length) : null}
        />
      ) : null}
    </>
  )
}

function WordFields({ value, onChange, errors, path, label, of, focus }: WordsProps<Words>) {
  const text = (name: 'name' | 'latinName' | 'lei' | 'euid' | 'otherCode', asked: string, description?: string) => (
    <div data-span="3">
      <TextInput
        id={fieldId(`${path}.${name}`)}
        label={asked}
        description={description}
        maxLength={name === 'otherCode' ? OTHER_CODE_MAX : COMPANY_NAME_MAX}
        autoComplete="off"
        value={value[name]}
        onChange={event => onChange({ ...value, [name]: event.currentTarget.value })}
        error={errors[`${path}.${name}`]}
        data-autofocus={focus === name || undefined}
      />
    </div>
  )
  return (
    <>
      {text('name', label)}
      <div data-span="3">
        <Select
          id={fieldId(`${path}.country`)}
          label={`País ${of}`}
          placeholder="Elija"
          searchable
          nothingFoundMessage="Nada coincide"
          openOnFocus={false}
          value={value.country || null}
          onChange={country => onChange({ ...value, country: country ?? '' })}
          data={countries.map(code => ({ value: code, label: countryName(code) }))}
          error={errors[`${path}.country`]}
          data-autofocus={focus === 'country' || undefined}
        />
      </div>
      {text('lei', `LEI ${of}`, 'Si ya hay una empresa con este LEI o EUID, es la misma y conserva su nombre.')}
      {text('euid', `EUID ${of}`, 'Para una empresa de la Unión sin LEI.')}
      {text('otherCode', `Otro código ${of}`, 'Para una empresa sin LEI ni EUID: su CIF u otro número.')}
      <div data-span="3">
        <NativeSelect
          id={fieldId(`${path}.otherCodeType`)}
          label={`Clase del otro código ${of}`}
          value={value.otherCodeType ?? ''}
          onChange={event =>
            onChange({ ...value, otherCodeType: (event.currentTarget.value || null) as OtherCodeType | null })
          }
          data={[
            { value: '', label: 'Ninguno' },
            ...otherCodeTypes.map(type => ({ value: type, label: otherCodeLabels[type] })),
          ]}
          error={errors[`${path}.otherCodeType`]}
        />
      </div>
      {text('latinName', `Nombre en letras latinas ${of}`, 'Solo si el nombre está en otro alfabeto.')}
      <div data-span="3">
        <NativeSelect
          id={fieldId(`${path}.personType`)}
          label={`Tipo de persona ${of}`}
          value={value.personType}
          onChange={event => onChange({ ...value, personType: event.currentTarget.value as PersonType })}
          data={personTypes.map(type => ({ value: type, label: personTypeLabels[type] }))}
          data-autofocus={focus === 'personType' || undefined}
        />
      </div>
    </>
  )
}
