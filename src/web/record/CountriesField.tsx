import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'

/** Countries as a form keeps them: 'ES,IE'. */
const countryCodes = (text: string): string[] => text.split(',').filter(Boolean)

type Props = {
  id: string
  label: string
  description?: ReactNode
  error?: ReactNode
  value: string
  onChange: (codes: string) => void
  options: readonly { code: string; label: string }[]
}

/** Several countries. */
export function CountriesField({ value, onChange, options, ...rest }: Props) {
  const codes = countryCodes(value)
  return (
    <MultiSelect
      {...rest}
      placeholder={codes.length === 0 ? t('Elija países') : undefined}
      searchable
      nothingFoundMessage={t('Nada coincide')}
      hidePickedOptions
      data={options.map(each => ({ value: each.code, label: each.label }))}
      value={codes}
      onChange={chosen => onChange(chosen.join(','))}
    />
  )
}
