import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { listParticipants } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'

export interface ProviderSelectProps {
  id: string
  value: string | null
  onChange: (providerId: string | null) => void
  error?: string | null | undefined
  /** The one that is chosen already, which the first answer may lack. */
  known?: { id: string; name: string } | null
  /** Only admitted providers. */
  admitted?: true
  autofocus?: true
}

/** The number of suggestions; typing finds the others. */
const PROPOSED = 20

/** One of the providers that the user sees, searched by name or CIF (FORM-61). */
export function ProviderSelect({ id, value, onChange, error, known, admitted, autofocus }: ProviderSelectProps) {
  const [chosen, setChosen] = useState(known ?? null)
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed, 250)
  const name = asked === chosen?.name ? '' : asked.trim()
  const {
    data,
    error: failure,
    isFetching,
  } = useQuery({
    ...queryOptions(listParticipants, {
      params: { kind: 'provider' },
      query: { name: name || undefined, onboarded: admitted ? 'true' : undefined, size: PROPOSED },
    }),
    placeholderData: keepPreviousData,
  })
  const found = data?.content ?? []
  const cifs = new Map(found.map(provider => [provider.id, provider.cif]))
  const choices = found.map(provider => ({ value: provider.id, label: displayName(provider) }))
  const standing = chosen && value === chosen.id && !cifs.has(value) ? [{ value, label: chosen.name }] : []
  return (
    <Select
      id={id}
      label={t('Proveedor')}
      placeholder={t('Nombre o CIF')}
      searchable
      allowDeselect={false}
      autoComplete="off"
      data={[...standing, ...choices]}
      value={value || null}
      onChange={(next, option) => {
        setChosen(next && option ? { id: next, name: option.label } : null)
        onChange(next)
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
      data-autofocus={autofocus}
      openOnFocus={!autofocus}
    />
  )
}
