import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { listParticipants } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'

type Choice = { value: string; label: string }

export interface ProviderSelectProps {
  id: string
  value: string
  onChange: (providerId: string) => void
  error?: string | null
}

/** The number of suggestions; typing finds the others. */
const PROPOSED = 20

/** The provider of an incident, searched by name or CIF (FORM-61). */
export function ProviderSelect({ id, value, onChange, error }: ProviderSelectProps) {
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed, 250)
  const name = asked === chosen?.label ? '' : asked.trim()
  const {
    data,
    error: failure,
    isFetching,
  } = useQuery({
    // Only admitted providers: others could not read the incident.
    ...queryOptions(listParticipants, {
      params: { kind: 'provider' },
      query: { name: name || undefined, onboarded: 'true', size: PROPOSED },
    }),
    placeholderData: keepPreviousData,
  })
  const found = data?.content ?? []
  const cifs = new Map(found.map(provider => [provider.id, provider.cif]))
  const choices = found.map(provider => ({ value: provider.id, label: displayName(provider) }))
  const standing = chosen && value === chosen.value && !cifs.has(value) ? [chosen] : []
  return (
    <Select
      id={id}
      label={t('Proveedor')}
      placeholder={t('Elija un proveedor')}
      searchable
      allowDeselect={false}
      autoComplete="off"
      data={[...standing, ...choices]}
      value={value || null}
      onChange={(next, option) => {
        setChosen(next && option ? { value: next, label: option.label } : null)
        onChange(next ?? '')
      }}
      onSearchChange={setTyped}
      // Shows the server's results unfiltered: the server ignores accents and matches the CIF.
      filter={({ options }) => options}
      maxLength={200}
      nothingFoundMessage={isFetching || asked !== typed ? t('Buscando…') : t('Ningún proveedor coincide')}
      error={failure ? messageOf(failure) : error}
      renderOption={({ option }) => (
        <span>
          {option.label}
          <br />
          <span className="small dim">{cifs.get(option.value)}</span>
        </span>
      )}
    />
  )
}
