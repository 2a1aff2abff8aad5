import { NativeSelect } from '@mantine/core'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { CompanyWire } from '#domain/participant/company/contract.ts'
import {
  CompanyFields,
  errorsUnder,
  noCompany,
  type TypedCompany,
  typedCompanyErrors,
} from '#web/participant/company/CompanyFields.tsx'

/** The choices that are no known company: the provider itself, and one that is typed. */
export const PARENT = { own: '', other: 'other' } as const

export const parentOf = (): TypedCompany => noCompany

/** The faults of a parent that is typed, by the fields of the call. */
export const parentErrors = (chosen: string, company: TypedCompany): FieldErrors =>
  chosen === PARENT.other
    ? Object.fromEntries(Object.entries(typedCompanyErrors(company)).map(([field, text]) => [`parent.${field}`, text]))
    : {}

/** The parent as the call takes it. */
export const parentBodyOf = (chosen: string, company: TypedCompany) =>
  chosen === PARENT.other ? { parent: company } : { parentId: chosen || null }

type Props = {
  value: string
  onChange: (value: string) => void
  known: CompanyWire | null
  company: TypedCompany
  onCompany: (changes: Partial<TypedCompany>) => void
  errors: FieldErrors
}

/** The ultimate parent: the provider itself, the company that it named before, or another. */
export function ParentFields({ value, onChange, known, company, onCompany, errors }: Props) {
  return (
    <>
      <NativeSelect
        label={t('Matriz última')}
        description={t('La empresa que está al final de las que controlan su organización.')}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        data={[
          { value: PARENT.own, label: t('Su propia organización') },
          ...(known ? [{ value: known.id, label: known.name }] : []),
          { value: PARENT.other, label: known ? t('Otra empresa') : t('Una empresa') },
        ]}
        error={errors.parentId}
      />
      {value === PARENT.other ? (
        <CompanyFields values={company} onChange={onCompany} errors={errorsUnder(errors, 'parent')} />
      ) : null}
    </>
  )
}
