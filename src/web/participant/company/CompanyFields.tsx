import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { companyFields } from '#domain/participant/company/facts.ts'
import { type FormValues, formValues, readForm } from '#domain/record/form.ts'
import { FormFields } from '#web/record/FormFields.tsx'

const { name, country, lei, euid } = companyFields
/** The fields of a company outside that a provider writes. */
export const namedFields = { name, country, lei, euid }
export const noCompany: FormValues = formValues(namedFields, null)

/** The company as a call takes it. */
export const companyBody = (company: FormValues) => readForm(namedFields, company).values

/** The faults of an unfinished company, by the fields of a call; the server checks the codes. */
export const namedCompanyFaults = (company: FormValues, path: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(readForm(namedFields, company).faults).map(([field, text]) => [`${path}.${field}`, text]),
  )

type Props = {
  /** Where the call has it: 'company', 'parent'. */
  path: string
  values: FormValues
  onChange: (changes: FormValues) => void
  errors: FieldErrors
  /** Why the codes are needed, in place of the hint. */
  codes?: string
}

/** Name, country and codes of a company outside (CHAIN-02). */
export function CompanyFields({ codes, ...rest }: Props) {
  return <FormFields {...rest} fields={namedFields} {...(codes ? { notes: { lei: codes } } : {})} />
}
