import { MultiSelect, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { countries, countryName } from '#domain/values/countries.ts'

const all = countries.map(code => ({ value: code, label: countryName(code) }))

type Props = {
  label: string
  description?: string
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  id?: string
}

type OneProps = Props & { value: string; onChange: (code: string) => void }

/** One country by its code; '' for none. */
export function CountryField({ value, onChange, ...rest }: OneProps) {
  return (
    <Select
      {...rest}
      placeholder={t('Elija un país')}
      searchable
      clearable
      nothingFoundMessage={t('Nada coincide')}
      data={all}
      value={value || null}
      onChange={code => onChange(code ?? '')}
    />
  )
}

/** Countries as a form keeps them: 'ES,IE'. */
export const countryCodes = (text: string): string[] => text.split(',').filter(Boolean)

type ManyProps = Props & {
  value: string
  onChange: (codes: string) => void
  /** Those to choose from; the countries of the portal by default. */
  options?: readonly { code: string; label: string }[]
}

/** Several countries. */
export function CountriesField({ value, onChange, options, ...rest }: ManyProps) {
  const codes = countryCodes(value)
  return (
    <MultiSelect
      {...rest}
      placeholder={codes.length === 0 ? t('Elija países') : undefined}
      searchable
      nothingFoundMessage={t('Nada coincide')}
      hidePickedOptions
      data={options ? options.map(each => ({ value: each.code, label: each.label })) : all}
      value={codes}
      onChange={chosen => onChange(chosen.join(','))}
    />
  )
}
